import { getAddressDecoder } from '@solana/kit';
import { type Step, step } from './decoded-transaction.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

/** An instruction: its accounts by place, named as text, and its data. */
export interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

type Decode = (instruction: Reader) => Step | null;

/** Reads an instruction's data in order; little endian, as all of these programs write it. Throws RangeError at its end. */
class Reader {
  readonly accounts: readonly string[];
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor({ accounts, data }: Instruction) {
    this.accounts = accounts;
    this.#bytes = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  account(index: number): string {
    return this.accounts[index] ?? 'missing';
  }

  u8 = (): number => this.#view.getUint8(this.#take(1));
  u32 = (): number => this.#view.getUint32(this.#take(4), true);
  u64 = (): string => String(this.#view.getBigUint64(this.#take(8), true));

  address(): string {
    const from = this.#take(32);
    if (from + 32 > this.#bytes.length) throw new RangeError('an address is cut off');
    return getAddressDecoder().decode(this.#bytes, from);
  }

  text = (): string => new TextDecoder().decode(this.#bytes.subarray(this.#at));

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  #take(bytes: number): number {
    const from = this.#at;
    this.#at += bytes;
    return from;
  }
}

const authorities = ['mint tokens', 'freeze accounts', 'own the account', 'close the account'];

function system(read: Reader): Step | null {
  const [name, kind] = ['System', read.u32()];
  if (kind === 0) {
    const [lamports, space, owner] = [read.u64(), read.u64(), read.address()];
    return step(name, 'create account', { from: read.account(0), account: read.account(1), lamports, space, owner });
  }
  if (kind === 1) {
    const owner = read.address();
    return step(
      name,
      'assign',
      { account: read.account(0), owner },
      `gives the account itself to the program ${owner}`,
    );
  }
  if (kind === 2) return step(name, 'transfer', { from: read.account(0), to: read.account(1), lamports: read.u64() });
  if (kind === 4)
    return step(
      name,
      'advance nonce',
      { nonceAccount: read.account(0), authority: read.account(2) },
      'uses a durable nonce: the signed transaction does not expire',
    );
  if (kind === 5)
    return step(name, 'withdraw from nonce account', {
      from: read.account(0),
      to: read.account(1),
      lamports: read.u64(),
    });
  if (kind === 7) {
    const authority = read.address();
    return step(
      name,
      'authorize nonce',
      { nonceAccount: read.account(0), authority },
      `gives the nonce account to ${authority}`,
    );
  }
  return null;
}

/** SPL Token and Token-2022 share these; amounts are base units. */
const token =
  (name: string): Decode =>
  (read) => {
    const kind = read.u8();
    const [first, second, third, fourth] = [0, 1, 2, 3].map((index) => read.account(index)) as [
      string,
      string,
      string,
      string,
    ];
    if (kind === 3) return step(name, 'transfer', { from: first, to: second, owner: third, amount: read.u64() });
    if (kind === 12)
      return step(name, 'transfer', {
        from: first,
        mint: second,
        to: third,
        owner: fourth,
        amount: read.u64(),
        decimals: String(read.u8()),
      });
    if (kind === 4) {
      const amount = read.u64();
      return step(
        name,
        'approve',
        { account: first, delegate: second, owner: third, amount },
        `lets ${second} move up to ${amount} base units later`,
      );
    }
    if (kind === 13) {
      const [amount, decimals] = [read.u64(), String(read.u8())];
      const details = { account: first, mint: second, delegate: third, owner: fourth, amount, decimals };
      return step(name, 'approve', details, `lets ${third} move up to ${amount} base units later`);
    }
    if (kind === 5) return step(name, 'revoke', { account: first, owner: second });
    if (kind === 6) {
      const what = authorities[read.u8()] ?? 'another authority';
      const to = read.u8() === 0 ? 'nobody' : read.address();
      return step(
        name,
        'set authority',
        { account: first, authority: what, to },
        `gives the right to ${what} to ${to}`,
      );
    }
    if (kind === 7) return step(name, 'mint', { mint: first, to: second, amount: read.u64() });
    if (kind === 8) return step(name, 'burn', { account: first, mint: second, amount: read.u64() });
    if (kind === 9) return step(name, 'close account', { account: first, remainderTo: second, owner: third });
    if (kind === 17) return step(name, 'sync native', { account: first });
    return null;
  };

function associatedToken(read: Reader): Step | null {
  const kind = read.isAtEnd ? 0 : read.u8();
  if (kind > 1) return null;
  const details = { payer: read.account(0), account: read.account(1), owner: read.account(2), mint: read.account(3) };
  return step('Associated Token Account', kind === 0 ? 'create' : 'create if missing', details);
}

function computeBudget(read: Reader): Step | null {
  const [name, kind] = ['Compute Budget', read.u8()];
  if (kind === 2) return step(name, 'set unit limit', { units: String(read.u32()) });
  if (kind === 3) return step(name, 'set unit price', { microLamports: read.u64() });
  if (kind === 1 || kind === 4)
    return step(name, kind === 1 ? 'request heap' : 'limit loaded data', { bytes: String(read.u32()) });
  return null;
}

const memo: Decode = (read) => step('Memo', 'write', { text: read.text() });

const programs: Readonly<Record<string, readonly [name: string, decode: Decode]>> = {
  '11111111111111111111111111111111': ['System', system],
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: ['SPL Token', token('SPL Token')],
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: ['Token-2022', token('Token-2022')],
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: ['Associated Token Account', associatedToken],
  ComputeBudget111111111111111111111111111111: ['Compute Budget', computeBudget],
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: ['Memo', memo],
};

/** What an instruction does, as far as its program is known here. */
export function explainInstruction(instruction: Instruction): Step {
  const [name, decode] = programs[instruction.program] ?? [];
  const unknown = {
    program: instruction.program,
    accounts: String(instruction.accounts.length),
    data: `0x${Buffer.from(instruction.data).toString('hex').slice(0, 160)}`,
  };
  if (!name || !decode) return step('unknown program', null, unknown, 'nobody can say from the bytes what this does');
  try {
    return decode(new Reader(instruction)) ?? step(name, null, unknown, 'this instruction is not known here');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return step(name, null, unknown, 'the data of this instruction is cut off');
  }
}
