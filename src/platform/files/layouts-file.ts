import { join } from 'node:path';
import { z } from 'zod';
import { readEntries, type SavedFile, savedJson } from './saved-file.ts';

const name = z.string().max(64);

const keptLayout = z
  .object({ panes: z.array(name).max(50).readonly(), shares: z.array(z.number().finite()).max(50).readonly() })
  .readonly();

const keptScreen = z.object({
  workspace: name.optional(),
  focus: name.optional(),
  layouts: z.record(name, z.unknown()).optional(),
});

/** The last workspace, and layout changes by workspace and size. */
interface SavedLayouts {
  readonly workspace?: string | undefined;
  readonly focus?: string | undefined;
  readonly layouts: Readonly<Record<string, z.output<typeof keptLayout>>>;
}

export const layoutsFile = (stateDir: string): SavedFile<SavedLayouts> =>
  savedJson(join(stateDir, 'layouts.json'), (value) => {
    const screen = keptScreen.safeParse(value).data;
    return { ...screen, layouts: readEntries(screen?.layouts ?? {}, keptLayout) };
  });
