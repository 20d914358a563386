/** A mistake as a person makes it, which the tests must notice. */
export interface Bug {
  /** Folder of `src`, as the import table and docs/architecture.md have it. */
  readonly room: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** What a person at the desk would suffer. */
  readonly says: string;
}
