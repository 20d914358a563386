/** Defined by the build; absent when the sources run directly. */
declare const __SWAPDECK_VERSION__: string | undefined;
/** Commit of the sources, and `+` where they have changed since; empty where that is unknown. */
declare const __SWAPDECK_COMMIT__: string | undefined;

export const version: string = typeof __SWAPDECK_VERSION__ === 'string' ? __SWAPDECK_VERSION__ : 'dev';

const commit = typeof __SWAPDECK_COMMIT__ === 'string' ? __SWAPDECK_COMMIT__ : '';

/** What `--version` says: `swapdeck 0.1.0 (commit 1a2b3c4d, Node 26.10.0, linux x64)`. */
export const versionLine = (): string =>
  `swapdeck ${version} (commit ${commit || 'unknown'}, Node ${process.versions.node}, ${process.platform} ${process.arch})`;
