import type inkWraps from 'ink/build/wrap-text.js';
import { sliceSgr } from './sgr-text.ts';

/**
 * Takes the place of Ink's own (replaced-modules.json), which loads four packages to wrap or shorten a text wider than its
 * place. The desk cuts its rows to their places itself; one that is too wide ends at its edge.
 */
const cutText = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => sliceSgr(line, 0, width))
    .join('\n');

export default cutText satisfies typeof inkWraps;
