import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface AnvilOptions {
  readonly chainId: number;
  /** Of its first block, Unix seconds. */
  readonly timestamp: number;
  /** Of every block, wei. */
  readonly baseFee: bigint;
}

/** A running anvil: an EVM node of one machine, on a free port of loopback. */
export interface Anvil {
  readonly url: string;
  call<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  /** Ends it at once. Idempotent. */
  kill(): Promise<void>;
}

const startLimitMs = 60_000;

/** Runs a program in the place of the shell until who started it is gone, however that ended: then pipe 3 is closed. */
const untilAlone = '{ read -r _ <&3; kill -9 $$; } >/dev/null 2>&1 & exec "$0" "$@" 3<&-';

/** The program, or null where npm has none for this machine or it does not start. */
export function findAnvil(): string | null {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@foundry-rs/anvil-${process.platform}-${architecture}/package.json`,
    );
    const program = join(dirname(manifest), 'bin/anvil');
    return spawnSync(program, ['--version']).status === 0 ? program : null;
  } catch {
    return null;
  }
}

/** Starts it, and resolves when it listens. It mines when asked to; its blocks are a second apart, whatever the clock says. */
export async function startAnvil(program: string, { chainId, timestamp, baseFee }: AnvilOptions): Promise<Anvil> {
  // Rules of Prague: delegations (EIP-7702) are known, and a transaction may use a whole block's gas.
  const rules = ['--hardfork', 'prague', '--gas-limit', '60000000', '--block-base-fee-per-gas', `${baseFee}`];
  const place = [
    '--port',
    '0',
    '--chain-id',
    `${chainId}`,
    '--timestamp',
    `${timestamp}`,
    '--accounts',
    '1',
    '--no-mining',
  ];
  const child = spawn('/bin/sh', ['-c', untilAlone, program, ...place, ...rules], {
    env: { HOME: tmpdir(), PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').finally(() => child.stdio[3]?.destroy());
  const kill = () => child.kill('SIGKILL');
  let output = '';
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on('line', (line) => {
      output = `${output}\n${line}`.slice(-2_048);
      const [, host] = /Listening on (127\.0\.0\.1:\d+)/.exec(line) ?? [];
      if (host) listening.resolve(`http://${host}`);
    });
  const limit = setTimeout(() => listening.reject(new Error('it took too long')), startLimitMs);
  try {
    const died = ended.then(() => Promise.reject(new Error('it ended')));
    const url = await Promise.race([listening.promise, died]);
    const anvil = connected(url, async () => {
      kill();
      await ended;
    });
    await anvil.call('anvil_setBlockTimestampInterval', 1);
    return anvil;
  } catch (error) {
    kill();
    throw new Error(`anvil did not start: ${(error as Error).message}\n${output}`);
  } finally {
    clearTimeout(limit);
  }
}

function connected(url: string, kill: () => Promise<void>): Anvil {
  let id = 0;
  return {
    url,
    kill,
    async call<T>(method: string, ...params: readonly unknown[]) {
      id += 1;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
      if (error) throw new Error(`anvil refused ${method}: ${error.message}`);
      return result;
    },
  };
}
