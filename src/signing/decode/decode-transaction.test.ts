import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  encodeFunctionData,
  fromRlp,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseGwei,
  serializeTransaction,
  toRlp,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { decodeTransaction } from './decode-transaction.ts';

const payer = 'So11111111111111111111111111111111111111112';
const other = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const mint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const writable = (text: string) => ({ address: address(text), role: AccountRole.WRITABLE });

/** Data as the programs' documentation writes it: numbers little endian. */
const data = (...parts: (number | bigint | Uint8Array)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.of(part);
      if (typeof part !== 'bigint') return Buffer.from(part);
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(part);
      return bytes;
    }),
  );
const u32 = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer);

const call = (program: string, accounts: readonly string[], bytes: Uint8Array): Instruction => ({
  programAddress: address(program),
  accounts: accounts.map(writable),
  data: bytes,
});

function solana(...instructions: Instruction[]): string {
  const lifetime = { blockhash: blockhash(other), lastValidBlockHeight: 0n };
  const message = setTransactionMessageLifetimeUsingBlockhash(
    lifetime,
    setTransactionMessageFeePayer(address(payer), createTransactionMessage({ version: 0 })),
  );
  return getBase64EncodedWireTransaction(
    compileTransaction(appendTransactionMessageInstructions(instructions, message)),
  );
}

const system = '11111111111111111111111111111111';
const owned = new Uint8Array(Buffer.from('06'.repeat(32), 'hex'));
const owner = getBase58Decoder().decode(owned);

describe('a Solana transaction', () => {
  test.each([
    [
      call(system, [payer, other], data(u32(2), 5_000n)),
      'System',
      'transfer',
      { from: payer, to: other, lamports: '5000' },
      null,
    ],
    [
      call(system, [payer], data(u32(1), owned)),
      'System',
      'assign',
      { account: payer, owner },
      /gives the account itself/,
    ],
    [
      call(system, [other, mint, payer], data(u32(4))),
      'System',
      'advance nonce',
      { authority: payer },
      /does not expire/,
    ],
    [
      call(tokenProgram, [other, mint, mint, payer], data(12, 7n, 6)),
      'SPL Token',
      'transfer',
      { mint, amount: '7', decimals: '6' },
      null,
    ],
    [
      call(tokenProgram, [other, mint, payer], data(4, 9n)),
      'SPL Token',
      'approve',
      { delegate: mint, amount: '9' },
      /lets .* move up to 9/,
    ],
    [
      call(tokenProgram, [other, payer], data(6, 2, 1, owned)),
      'SPL Token',
      'set authority',
      { to: owner },
      /own the account to/,
    ],
    [
      call('ComputeBudget111111111111111111111111111111', [], data(3, 1_000n)),
      'Compute Budget',
      'set unit price',
      { microLamports: '1000' },
      null,
    ],
    [call('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [], Buffer.from('hi')), 'Memo', 'write', { text: 'hi' }, null],
    [call(mint, [payer], data(1, 2)), 'unknown program', null, { program: mint, data: '0x0102' }, /nobody can say/],
    [call(tokenProgram, [payer], data(200)), 'SPL Token', null, { data: '0xc8' }, /not known here/],
    [call(tokenProgram, [payer], data(3, 1)), 'SPL Token', null, {}, /cut off/],
  ])('says what its instruction does (%#)', async (instruction, program, action, details, risk) => {
    const { steps } = await decodeTransaction(solana(instruction));
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({ program, action, details });
    if (risk) expect(steps[0]!.risk).toMatch(risk);
    else expect(steps[0]!.risk).toBeNull();
  });

  test('names who pays and signs, and is read in base58 too', async () => {
    const text = solana(call(system, [payer, other], data(u32(2), 1n)));
    const { family, facts } = await decodeTransaction(text);
    expect(family).toBe('svm');
    expect(facts).toMatchObject({ version: '0', payer, signers: payer, signatures: '0 of 1', blockhash: other });
    expect(facts['writable']).toContain(other);
    const base58 = getBase58Decoder().decode(Buffer.from(text, 'base64'));
    expect(await decodeTransaction(base58)).toEqual(await decodeTransaction(text));
  });

  test('with something behind it is refused', async () => {
    const bytes = Buffer.concat([
      Buffer.from(solana(call(system, [payer, other], data(u32(2), 1n))), 'base64'),
      Buffer.of(1),
    ]);
    await expect(decodeTransaction(bytes.toString('base64'))).rejects.toThrow(/something follows it/);
  });
});

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const to = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const spender = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const abi = parseAbi([
  'function approve(address, uint256)',
  'function transfer(address, uint256)',
  'function setApprovalForAll(address, bool)',
]);
const fees = {
  chainId: 8453,
  nonce: 4,
  gas: 21_000n,
  maxFeePerGas: parseGwei('2'),
  maxPriorityFeePerGas: parseGwei('1'),
} as const;

describe('an EVM transaction', () => {
  test('names chain, signer, value and the most that it can cost', async () => {
    const signed = await account.signTransaction({ ...fees, to, value: parseEther('1.5') });
    expect(await decodeTransaction(signed)).toMatchObject({
      family: 'evm',
      facts: {
        type: 'eip1559',
        chainId: '8453 (base)',
        signer: account.address,
        nonce: '4',
        value: '1.5',
        maxFeePerGas: '2 gwei',
        mostFee: '0.000042',
      },
      steps: [{ program: 'native coin', action: 'transfer', risk: null }],
    });
  });

  test.each([
    [{ data: encodeFunctionData({ abi, functionName: 'transfer', args: [spender, 5n] }) }, 'transfer', null],
    [
      { data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, 5n] }) },
      'approve',
      /up to 5 base units/,
    ],
    [
      { data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, maxUint256] }) },
      'approve',
      /everything, now and later/,
    ],
    [{ data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, 0n] }) }, 'approve', null],
    [
      { data: encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [spender, true] }) },
      'setApprovalForAll',
      /every token/,
    ],
    [{ data: '0xdeadbeef' }, null, /nobody can say/],
  ] as const)('says what it calls (%#)', async (fields, action, risk) => {
    const { steps, facts } = await decodeTransaction(serializeTransaction({ ...fees, to, ...fields }));
    expect(facts['signer']).toBe('not signed');
    expect(steps.at(-1)).toMatchObject({ program: to, action });
    if (risk) expect(steps.at(-1)!.risk).toMatch(risk);
    else expect(steps.at(-1)!.risk).toBeNull();
  });

  test.each<[string, (items: readonly Hex[]) => Hex]>([
    ['a padded number', (items) => toRlp(items.with(1, `0x00${items[1]!.slice(2)}`))],
    ['a zero that is written', (items) => toRlp(items.with(6, '0x00'))],
    ['a field more', (items) => toRlp([...items, '0x'])],
    ['a field less', (items) => toRlp(items.slice(0, -1))],
    ['bytes behind it', (items) => `${toRlp(items)}00`],
  ])('with %s is refused: nodes take one form only', async (_, change) => {
    const honest = serializeTransaction({ ...fees, to });
    const items = fromRlp(`0x${honest.slice(4)}`, 'hex') as readonly Hex[];
    expect(`0x02${toRlp(items).slice(2)}`).toBe(honest);
    const changed = `0x02${change(items).slice(2)}`;
    await expect(decodeTransaction(changed)).rejects.toMatchObject({ name: 'DecodeError' });
    await expect(decodeTransaction(honest)).resolves.toMatchObject({ family: 'evm' });
  });

  test.each(['legacy', 'eip2930'] as const)('that is signed and of the kind %s names its signer', async (type) => {
    const signed = await account.signTransaction({ type, chainId: 8453, nonce: 4, gas: 21_000n, gasPrice: 7n, to });
    const facts = { type, signer: account.address, chainId: '8453 (base)', nonce: '4' };
    expect((await decodeTransaction(signed)).facts).toMatchObject(facts);
  });

  test('that hands over the account says so', async () => {
    const authorization = await account.signAuthorization({ address: spender, chainId: 8453, nonce: 5 });
    const signed = await account.signTransaction({ ...fees, type: 'eip7702', to, authorizationList: [authorization] });
    const { steps } = await decodeTransaction(signed);
    expect(steps[0]).toMatchObject({
      program: 'EIP-7702',
      risk: expect.stringMatching(/act for the whole account/) as string,
    });
  });
});

test.each(['', 'hello world', '0x', '0x01', '0x02c0', 'AAAA', '0xzz'])('%j is refused', async (text) => {
  await expect(decodeTransaction(text)).rejects.toMatchObject({ name: 'DecodeError' });
});
