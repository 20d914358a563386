import { sgrWidth } from './sgr-text.ts';

/** Takes the place of the package that Ink measures with (replaced-modules.json): it measured every row anew for every frame. */
const widestLine = (text: string): number => Math.max(...text.split('\n').map(sgrWidth));

export default widestLine;
