/** A refusal by a node, as JSON-RPC 2.0 words it. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

export const noSuchMethod = (method: string): RpcError => new RpcError(-32601, `the method ${method} does not exist`);
export const badParams = (what: string): RpcError => new RpcError(-32602, `invalid params: ${what}`);
