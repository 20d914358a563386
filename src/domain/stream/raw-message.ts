/** One message as received. */
export interface RawMessage {
  readonly seq: number;
  readonly atMs: number;
  /** At most its first 4,096 characters. Remote text: to be cleaned before it is shown. */
  readonly text: string;
  readonly lengthChars: number;
  readonly channel: string | null;
  /** Why it could not be read; null if it could. */
  readonly problem: string | null;
}
