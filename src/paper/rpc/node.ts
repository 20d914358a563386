/** A node of one paper chain. */
export interface Node {
  /** Rejects with RpcError for what nodes refuse. */
  call(method: string, params: unknown): Promise<unknown>;
  /** Takes a signed transaction; resolves to its hash. */
  submit(signed: string): Promise<string>;
}
