import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateFile } from './private-file.ts';

const name = z.string().max(64);

const keptLayout = z.object({
  panes: z.array(name).max(50).readonly(),
  shares: z.array(z.number().finite()).max(50).readonly(),
});

const keptFile = z.object({
  workspace: name.optional(),
  focus: name.optional(),
  layouts: z.record(name, z.unknown()).optional(),
});

/** Which workspace was left, and what was changed of the layouts, by workspace and size. */
export interface KeptLayouts {
  readonly workspace?: string | undefined;
  readonly focus?: string | undefined;
  readonly layouts: Readonly<Record<string, Readonly<z.output<typeof keptLayout>>>>;
}

export interface LayoutsFile {
  /** What is missing or can't be understood is left out: looks are never a reason not to start. */
  read(): KeptLayouts;
  /** Throws what the file system says. */
  write(kept: KeptLayouts): void;
}

/** How the screen was left, kept across restarts in a file that its owner alone can read. */
export function createLayoutsFile(stateDir: string): LayoutsFile {
  const file = join(stateDir, 'layouts.json');
  return {
    read() {
      const kept = keptFile.safeParse(readPrivateJson(file));
      if (!kept.success) return { layouts: {} };
      const layouts = Object.entries(kept.data.layouts ?? {}).flatMap(([key, layout]) => {
        const read = keptLayout.safeParse(layout);
        return read.success ? [[key, read.data] as const] : [];
      });
      return { ...kept.data, layouts: Object.fromEntries(layouts) };
    },
    write: (kept) => writePrivateFile(file, `${JSON.stringify(kept)}\n`),
  };
}
