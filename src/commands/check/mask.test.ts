import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isAddress } from '../../domain/market/chain.ts';
import { decimal, decimalNumber, list, openEnum, safeText, verbatim } from '../../protocol/schema.ts';
import { Mask } from './mask.ts';

const address = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm';
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const evm = '0x940181a94A35A4569E4529A3CDfB74e38FD98631';
const wsol = 'So11111111111111111111111111111111111111112';

const mask = () => new Mask('salt');

test('an address stays an address, the same one each time', () => {
  const masked = mask();
  const [one, other, again] = [address, wsol.replace('So', 'Sp'), address].map((text) => masked.json(null, text));
  expect([one, again]).toEqual([again, one]);
  expect(isAddress('solana', String(one))).toBe(true);
  expect(new Set([one, other, address]).size).toBe(3);
  expect(masked.json(null, evm)).toMatch(/^0x[0-9a-f]{40}$/);
  expect(masked.json(null, evm)).toBe(masked.json(null, evm.toLowerCase()));
  expect(masked.json(null, signature)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{88}$/);
  expect(masked.json(null, `solana:${address}`)).toBe(`solana:${one}`);
  expect(new Mask('pepper').json(null, address)).not.toBe(one);
});

test('native tokens and stablecoins are public', () => {
  expect(mask().json(null, [wsol, `solana:${wsol}`, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'])).toEqual([
    wsol,
    `solana:${wsol}`,
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  ]);
});

test('amounts keep their digits and their scale', () => {
  const schema = z.object({ text: decimal(), number: decimalNumber(), small: decimalNumber(), zero: decimal() });
  const masked = mask().json(schema, { text: '-1500000000.05', number: 225.5, small: 1.2e-7, zero: '0' });
  expect(masked).toEqual({
    text: expect.stringMatching(/^-[1-9]{2}0{8}\.0[1-9]$/),
    number: expect.any(Number),
    small: expect.any(Number),
    zero: '0',
  });
  const { text, number, small } = masked as { text: string; number: number; small: number };
  expect(text).not.toBe('-1500000000.05');
  expect(String(number)).toMatch(/^\d{3}\.\d$/);
  expect(String(small)).toMatch(/^\d\.\de-7$/);
});

test('names are numbered, ids keep their form, other texts are numbered', () => {
  const schema = z.object({ wallets: list(z.object({ walletId: verbatim(), label: safeText(), note: safeText() })) });
  const row = { walletId: 'wal_3fA-9', label: 'Savings', note: 'Ask Bob' };
  const masked = mask().json(schema, { wallets: [row, { ...row, label: 'Other' }, row] });
  const first = { walletId: expect.stringMatching(/^[a-z]{3}_\d[a-z][A-Z]-\d$/), label: 'name 1', note: 'text 1' };
  expect(masked).toEqual({ wallets: [first, { ...first, label: 'name 2' }, first] });
  expect(JSON.stringify(masked)).not.toMatch(/wal_3fA-9|Savings|Bob/);
});

test('words of the vocabulary, times, counts and stream ids stay', () => {
  const schema = z.object({
    status: safeText(),
    side: openEnum('buy'),
    chain: safeText(),
    createdAt: safeText(),
    timestamp: z.number(),
    decimals: z.number(),
    chainId: z.number(),
    scopes: list(safeText()),
    id: safeText(),
  });
  const value = {
    status: 'active',
    side: 'buy',
    chain: 'svm',
    createdAt: '2026-05-01T10:00:00.000Z',
    timestamp: 1_716_000_000_000,
    decimals: 9,
    chainId: 8453,
    scopes: ['trade:swap:execute'],
    id: 'svm.token.swaps',
  };
  expect(mask().json(schema, value)).toEqual(value);
});

test('numbers by which a trade can be found are replaced', () => {
  const schema = z.object({ oid: z.number(), slot: z.number(), amountInUsd: z.number() });
  const value = { oid: 123456, slot: 287654321, amountInUsd: 1234 };
  const masked = mask().json(schema, value) as typeof value;
  for (const name of ['oid', 'slot', 'amountInUsd'] as const) {
    expect(masked[name]).not.toBe(value[name]);
    expect(String(masked[name])).toHaveLength(String(value[name]).length);
  }
});

test('what no schema names is masked by its look', () => {
  const masked = mask().json(z.object({}), {
    nickname: 'Ann',
    feeUsd: 12.5,
    seenAt: 1_716_000_000,
    byWallet: { wal_7x9: '50', [address]: true },
    remark: `paid to ${address}`,
  });
  expect(masked).toEqual({
    nickname: 'name 1',
    feeUsd: expect.any(Number),
    seenAt: 1_716_000_000,
    byWallet: expect.any(Object),
    remark: 'text 1',
  });
  expect(JSON.stringify(masked)).not.toMatch(/Ann|12\.5|wal_7x9|"50"|EKpQ/);
});

test('the same form for any text, and never the text of an id, an address or a name', () => {
  const schema = z.object({ walletId: verbatim(), label: safeText() });
  fc.assert(
    fc.property(fc.string({ minLength: 12, unit: fc.constantFrom(...'abcXYZ012') }), (text) => {
      const masked = mask().json(schema, { walletId: text, label: text }) as { walletId: string; label: string };
      expect(masked.walletId).toHaveLength(text.length);
      expect(masked.walletId).not.toBe(text);
      expect(masked.label).not.toContain(text);
    }),
  );
});
