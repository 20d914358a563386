import { getAddressDecoder } from '@solana/kit';
import type { SvmAccount, SvmInstruction } from './svm-message.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

const missing: SvmAccount = { address: 'missing', isSigner: false, isWritable: false, table: null };

/** Reads an instruction's data in order; little endian, as all of these programs write it. Throws RangeError at its end. */
export class InstructionReader {
  readonly program: string;
  readonly accounts: readonly SvmAccount[];
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor({ program, accounts, data }: SvmInstruction) {
    this.program = program;
    this.accounts = accounts;
    this.#bytes = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  /** Address of the account at this place. */
  account = (index: number): string => (this.accounts[index] ?? missing).address;

  u8 = (): number => this.#view.getUint8(this.#take(1));
  u16 = (): number => this.#view.getUint16(this.#take(2), true);
  u32 = (): number => this.#view.getUint32(this.#take(4), true);
  u64 = (): bigint => this.#view.getBigUint64(this.#take(8), true);
  text = (): string => new TextDecoder().decode(this.rest());

  address(): string {
    const from = this.#take(32);
    if (from + 32 > this.#bytes.length) throw new RangeError('an address is cut off');
    return getAddressDecoder().decode(this.#bytes, from);
  }

  /** What has not been read. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#take(this.#bytes.length - this.#at));
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  #take(bytes: number): number {
    const from = this.#at;
    this.#at += bytes;
    return from;
  }
}
