/** Defined by the build; absent when the sources run directly. */
declare const __SWAPDECK_VERSION__: string | undefined;

export const version: string = typeof __SWAPDECK_VERSION__ === 'string' ? __SWAPDECK_VERSION__ : 'dev';
