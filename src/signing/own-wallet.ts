/** Where the key of an own wallet is, and so who signs. The desk's process never has the key. */
export type SignerSource =
  /** The operating system's keychain; `account` is the entry's name. */
  | { readonly kind: 'keychain'; readonly account: string }
  /** A file encrypted with a passphrase. */
  | { readonly kind: 'file'; readonly file: string }
  /** A program that signs: one JSON line in, one JSON line out. */
  | { readonly kind: 'external'; readonly command: readonly string[] }
  /** Unsigned transactions are written to this folder, and signed ones are read back from it. */
  | { readonly kind: 'export'; readonly folder: string };

/** A wallet whose key the user holds. Nothing in it is secret. */
export interface OwnWallet {
  readonly name: string;
  /** `paper` wallets sign for paper services only, `live` ones for live services only. */
  readonly mode: 'paper' | 'live';
  /** An EVM key is the same address on every EVM chain. */
  readonly family: 'svm' | 'evm';
  /** Base58, or 0x with checksum. */
  readonly address: string;
  readonly source: SignerSource;
}
