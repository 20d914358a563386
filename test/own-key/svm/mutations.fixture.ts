import {
  type AccountRole,
  address,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type Instruction,
} from '@solana/kit';
import fc from 'fast-check';
import { encodeSvm } from '../../../src/signing/rules/honest.fixture.ts';

/** One change; numbers choose by what is left of a division, so that each is a change of any transaction. */
export type Mutation =
  | { readonly kind: 'drop' | 'double' | 'move' | 'exchange' | 'insert'; readonly at: number; readonly other: number }
  | {
      readonly kind: 'account' | 'role' | 'data' | 'amount';
      readonly at: number;
      readonly other: number;
      readonly to: number;
    }
  | { readonly kind: 'header' | 'static' | 'index'; readonly at: number; readonly other: number; readonly to: number }
  | { readonly kind: 'flip'; readonly at: number; readonly other: number };

/** What changes are made of: addresses that matter to somebody, instructions that nobody asked for, telling amounts. */
export interface Pool {
  readonly addresses: readonly string[];
  readonly instructions: readonly Instruction[];
  readonly amounts: readonly bigint[];
}

const any = fc.nat({ max: 10_000 });
const of = <Kind extends Mutation['kind']>(...kinds: readonly Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), at: any, other: any, to: any });

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: of('drop', 'double', 'move', 'exchange', 'insert') },
    { weight: 4, arbitrary: of('account', 'role', 'data', 'amount') },
    { weight: 3, arbitrary: of('header', 'static', 'index') },
    { weight: 1, arbitrary: of('flip') },
  ) as fc.Arbitrary<Mutation>,
  { minLength: 1, maxLength: 3 },
);

/** Amounts follow a tag of 1 byte or 4, or another amount. */
const amountOffsets = [1, 4, 9];

/** Each instruction left out, given twice or moved, each account and amount by each other, each unasked instruction before and behind. */
export const everyMutation = (instructions: readonly Instruction[], pool: Pool): readonly Mutation[] => [
  ...instructions.flatMap((instruction, at): readonly Mutation[] => [
    { kind: 'drop', at, other: 0 },
    { kind: 'double', at, other: at },
    ...instructions.map((_, other) => ({ kind: 'move', at, other }) as const),
    ...(instruction.accounts ?? []).flatMap((_, other) =>
      pool.addresses.map((_, to) => ({ kind: 'account', at, other, to }) as const),
    ),
    ...amountOffsets.flatMap((offset, other) =>
      (instruction.data?.length ?? 0) < offset + 8
        ? []
        : pool.amounts.map((_, to) => ({ kind: 'amount', at, other, to }) as const),
    ),
  ]),
  ...pool.instructions.flatMap((_, at) =>
    [0, instructions.length].map((other) => ({ kind: 'insert', at, other }) as const),
  ),
];

const pick = <T>(list: readonly T[], choice: number): T | undefined => list[choice % Math.max(1, list.length)];

/** The transaction of these instructions after the changes, in base64; null where it cannot be written. */
export function mutated(
  instructions: readonly Instruction[],
  changes: readonly Mutation[],
  pool: Pool,
  around: { readonly payer: string; readonly blockhash: string },
): string | null {
  const list = changes.reduce<readonly Instruction[]>((now, change) => changedList(now, change, pool), instructions);
  const [first, ...after] = list;
  if (!first) return null;
  try {
    const encoded = encodeSvm({ ...around, before: [], swap: first, after });
    return changes.reduce((now, change) => changedBytes(changedMessage(now, change, pool), change), encoded);
  } catch {
    return null;
  }
}

function changedList(list: readonly Instruction[], change: Mutation, pool: Pool): readonly Instruction[] {
  const at = change.at % Math.max(1, list.length);
  const chosen = list[at];
  if (!chosen) return list;
  const other = change.other % (list.length + 1);
  switch (change.kind) {
    case 'drop':
      return list.toSpliced(at, 1);
    case 'double':
      return list.toSpliced(other, 0, chosen);
    case 'move':
      return list.toSpliced(at, 1).toSpliced(change.other % list.length, 0, chosen);
    case 'exchange':
      return list.with(at, pick(list, change.other) ?? chosen).with(change.other % list.length, chosen);
    case 'insert':
      return list.toSpliced(other, 0, pick(pool.instructions, change.at) ?? chosen);
    case 'account':
    case 'role':
    case 'data':
    case 'amount':
      return list.with(at, changedInstruction(chosen, change, pool));
    default:
      return list;
  }
}

function changedInstruction(
  instruction: Instruction,
  change: Extract<Mutation, { to: number }>,
  pool: Pool,
): Instruction {
  const accounts = instruction.accounts ?? [];
  const index = change.other % Math.max(1, accounts.length);
  const account = accounts[index];
  const data = Buffer.from(instruction.data ?? []);
  switch (change.kind) {
    case 'account': {
      const to = address(pick(pool.addresses, change.to) ?? '');
      return account ? { ...instruction, accounts: accounts.with(index, { ...account, address: to }) } : instruction;
    }
    case 'role': {
      const role = (change.to % 4) as AccountRole;
      return account
        ? { ...instruction, accounts: accounts.with(index, { address: account.address, role }) }
        : instruction;
    }
    case 'amount': {
      const offset = pick(amountOffsets, change.other) ?? 1;
      if (data.length >= offset + 8) data.writeBigUInt64LE(pick(pool.amounts, change.to) ?? 0n, offset);
      return { ...instruction, data };
    }
    default: {
      const cut = change.other % (data.length + 1);
      if (change.to % 3 === 0) return { ...instruction, data: data.subarray(0, cut) };
      if (change.to % 3 === 1) return { ...instruction, data: Buffer.concat([data, Buffer.of(change.other % 256)]) };
      if (data.length > 0) data.writeUInt8(change.at % 256, change.other % data.length);
      return { ...instruction, data };
    }
  }
}

/** Changes that no builder of transactions would make. */
function changedMessage(encoded: string, change: Mutation, pool: Pool): string {
  if (change.kind !== 'header' && change.kind !== 'static' && change.kind !== 'index') return encoded;
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(encoded, 'base64'));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version !== 0) return encoded;
  const { header, staticAccounts, instructions } = message;
  const at = change.at % instructions.length;
  if (change.kind === 'header') {
    const field = pick(Object.keys(header) as (keyof typeof header)[], change.other) ?? 'numSignerAccounts';
    return written({ ...message, header: { ...header, [field]: (header[field] + change.to) % 8 } });
  }
  if (change.kind === 'static') {
    const to = address(pick(pool.addresses, change.to) ?? '');
    return written({ ...message, staticAccounts: staticAccounts.with(change.at % staticAccounts.length, to) });
  }
  const chosen = instructions[at];
  const indices = chosen?.accountIndices ?? [];
  if (!chosen || indices.length === 0) return encoded;
  const accountIndices = indices.with(change.other % indices.length, change.to % staticAccounts.length);
  return written({ ...message, instructions: instructions.with(at, { ...chosen, accountIndices }) });
}

type Message = Extract<ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>, { version: 0 }>;

function written(message: Message): string {
  const signatures = message.header.numSignerAccounts;
  const bytes = getCompiledTransactionMessageEncoder().encode(message);
  return Buffer.concat([Buffer.of(signatures), Buffer.alloc(signatures * 64), Buffer.from(bytes)]).toString('base64');
}

function changedBytes(encoded: string, change: Mutation): string {
  if (change.kind !== 'flip') return encoded;
  const bytes = Buffer.from(encoded, 'base64');
  const at = change.at % bytes.length;
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (change.other % 8)), at);
  return bytes.toString('base64');
}
