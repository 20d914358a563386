import { setFlagsFromString } from 'node:v8';

/**
 * Whether V8 compiles hot functions anew with its optimizing compilers, in all threads of this process. During a start
 * they take 50 ms of the second core, which the paper service needs, and what they compile hardly runs.
 */
export function setOptimizing(isOn: boolean): void {
  for (const compiler of ['opt', 'maglev']) setFlagsFromString(`--${isOn ? '' : 'no-'}${compiler}`);
}
