import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';

// Entry of the embedded service's thread, started by embedded.ts. A thread has no compile cache by default, and code loaded
// before is not in it: so everything else is behind this import. Node adds a folder for its version below the given one.
const { compileCacheDir } = workerData as { readonly compileCacheDir: string | undefined };
if (compileCacheDir) enableCompileCache(dirname(compileCacheDir));
const { serveInThread } = await import('./serve-in-thread.ts');
serveInThread();
