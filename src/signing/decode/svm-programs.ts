import { type Explained, type Step, unexplained } from './decoded-transaction.ts';
import { InstructionReader } from './instruction-reader.ts';
import type { SvmInstruction } from './svm-message.ts';
import { jupiter, paperSwap } from './svm-swaps.ts';
import { token } from './svm-tokens.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

/** Null where the instruction's kind is not known here. */
type Explain = (read: InstructionReader) => Explained | null;

const programs: Readonly<Record<string, readonly [name: string, explain: Explain]>> = {
  '11111111111111111111111111111111': ['System', system],
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: ['SPL Token', token],
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: ['Token-2022', token],
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: ['Associated Token Account', associatedToken],
  ComputeBudget111111111111111111111111111111: ['Compute Budget', computeBudget],
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: ['Memo', memo],
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: ['Memo', memo],
  JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: ['Jupiter', jupiter],
  [paperSwap.program]: ['Paper swap', paperSwap.explain],
};

/** What an instruction does, as far as its program is known here. */
export function explainInstruction(instruction: SvmInstruction): Step {
  const { program: programId } = instruction;
  const [name, explain] = programs[programId] ?? [];
  const raw = {
    program: programId,
    accounts: String(instruction.accounts.length),
    data: `0x${Buffer.from(instruction.data).toString('hex').slice(0, 160)}`,
  };
  const unknown = (program: string, risk: string): Step => ({ programId, program, action: null, details: raw, risk });
  if (!name || !explain) return unknown('unknown program', unexplained);
  try {
    const read = new InstructionReader(instruction);
    const explained = explain(read);
    if (!explained) return unknown(name, 'this instruction is not known here');
    if (read.left > 0) return unknown(name, 'something follows the data of this instruction');
    return { programId, program: name, risk: null, ...explained };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unknown(name, 'the data of this instruction is cut off');
  }
}

function system(read: InstructionReader): Explained | null {
  const [first, second, third] = [read.account(0), read.account(1), read.account(2)];
  switch (read.u32()) {
    case 0: {
      const [lamports, space, owner] = [read.u64(), read.u64(), read.address()];
      const details = { from: first, account: second, lamports: `${lamports}`, space: `${space}`, owner };
      return { action: 'create account', details };
    }
    case 1: {
      const owner = read.address();
      const risk = `gives the account itself to the program ${owner}`;
      return { action: 'assign', details: { account: first, owner }, risk };
    }
    case 2:
      return { action: 'transfer', details: { from: first, to: second, lamports: `${read.u64()}` } };
    case 4:
      return {
        action: 'advance nonce',
        details: { nonceAccount: first, authority: third },
        risk: 'uses a durable nonce: the signed transaction does not expire',
      };
    case 5:
      return { action: 'withdraw from nonce account', details: { from: first, to: second, lamports: `${read.u64()}` } };
    case 7: {
      const authority = read.address();
      const risk = `gives the nonce account to ${authority}`;
      return { action: 'authorize nonce', details: { nonceAccount: first, authority }, risk };
    }
    default:
      return null;
  }
}

function associatedToken(read: InstructionReader): Explained | null {
  const kind = read.left === 0 ? 0 : read.u8();
  if (kind > 1) return null;
  const [payer, account, owner, mint, , tokenProgram] = [0, 1, 2, 3, 4, 5].map(read.account) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    action: kind === 0 ? 'create' : 'create if missing',
    details: { payer, account, owner, mint, tokenProgram },
  };
}

function computeBudget(read: InstructionReader): Explained | null {
  switch (read.u8()) {
    case 1:
      return { action: 'request heap', details: { bytes: `${read.u32()}` } };
    case 2:
      return { action: 'set unit limit', details: { units: `${read.u32()}` } };
    case 3:
      return { action: 'set unit price', details: { microLamports: `${read.u64()}` } };
    case 4:
      return { action: 'limit loaded data', details: { bytes: `${read.u32()}` } };
    default:
      return null;
  }
}

function memo(read: InstructionReader): Explained {
  return { action: 'write', details: { text: read.text() } };
}
