import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { SlowestReporter } from './run/slowest-reporter.ts';

/** Tests in `src` that wait: for real sockets, processes, threads or terminals. */
const real = [
  'src/main.test.ts',
  'src/commands/**/*.test.ts',
  'src/**/*.{http,process,pty}.test.ts',
  'src/paper/{service/embedded,pusher/*,faults/faults-on-demand}.test.ts',
  'src/platform/*/{account-lock,key-file,keychain,profile-store,rotate-journal,run-hook,terminal-output}.test.ts',
];

/** Tests that count what their own process still holds at the end: listeners, handles, memory. */
const alone = ['src/client/streams/connection/pusher-{socket,traps}.test.ts', 'test/faults/stream-growth.test.ts'];

const waiting = {
  // More than there are cores: these tests often wait for a desk, a market or a clock.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  globalSetup: ['test/driver/build-once.ts'],
  setupFiles: ['test/run/leave-behind.ts'],
};

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  define: { __SWAPDECK_VERSION__: '"test"' },
  test: {
    // Only what hangs takes so long, on a machine with other work too.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default', new SlowestReporter()],
    env: { SWAPDECK_SEED: process.env['SWAPDECK_SEED'] ?? String(randomInt(2 ** 31)) },
    globalSetup: ['test/run/own-temp-folder.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...real, ...alone],
          // A process for many files: what a file changes in it, it puts back.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          setupFiles: ['test/run/seed-properties.ts'],
        },
      },
      {
        extends: true,
        test: { ...waiting, name: 'real', include: [...real, 'test/**/*.test.ts'], exclude: alone, isolate: false },
      },
      {
        extends: true,
        test: { ...waiting, name: 'alone', include: alone },
      },
    ],
  },
});
