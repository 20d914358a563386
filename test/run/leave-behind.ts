import { relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { forget, hasPrograms, leave } from '../driver/left-behind.ts';

beforeEach(forget);
// The first hook to be set is the last to run: by then a file has closed what it opened.
afterEach(({ task }) => {
  if (task.result?.state === 'fail' && hasPrograms())
    leave(relative(process.cwd(), task.file.filepath), task.fullTestName ?? task.name);
});
