import { describe, expect, it } from 'vitest';
import type { FoundToken } from '../../actions/tokens/find-token.ts';
import { settle } from '../desk/fake-desk.fixture.ts';
import { addresses, spotDesk } from './spot-desk.fixture.ts';
import { createTokenField } from './token-field.ts';

const found = (change: Partial<FoundToken> = {}): FoundToken => ({
  chain: 'solana',
  address: addresses.jup,
  symbol: 'JUP',
  name: '',
  decimals: 6,
  namesakes: 0,
  ...change,
});

describe('createTokenField', () => {
  it('knows the native token and the stables by address, without asking', () => {
    const { desk, looked } = spotDesk();
    const field = createTokenField(desk);
    expect(field.resolve('solana', ' usdc ')).toMatchObject({
      state: 'found',
      token: { address: addresses.usdc, decimals: 6 },
    });
    expect(field.resolve('solana', addresses.sol)).toMatchObject({ token: { symbol: 'SOL', decimals: 9 } });
    expect(field.resolve('bsc', 'USDC')).toMatchObject({ token: { decimals: 18 } });
    expect(looked).toEqual([]);
  });

  it('asks once per text and chain', async () => {
    const { desk, looked, frames } = spotDesk();
    const field = createTokenField(desk);
    const before = frames();
    for (let frame = 0; frame < 5; frame++) expect(field.resolve('solana', 'JUP').state).toBe('searching');
    await settle();
    expect(frames()).toBe(before + 1);
    expect(field.resolve('solana', 'JUP')).toMatchObject({ state: 'found', token: { address: addresses.jup } });
    field.resolve('base', 'JUP');
    await settle();
    expect(field.resolve('base', 'JUP').state).toBe('unknown');
    expect(looked).toEqual(['solana:JUP', 'base:JUP']);
  });

  it('does not let a late answer stand for another text', async () => {
    const waiting = new Map<string, (token: FoundToken | null) => void>();
    const findToken = (_chain: string, text: string) =>
      new Promise<FoundToken | null>((resolve) => waiting.set(text, resolve));
    const { desk } = spotDesk({ actions: { findToken } });
    const field = createTokenField(desk);
    field.resolve('solana', 'JU');
    field.resolve('solana', 'JUP');
    waiting.get('JUP')?.(found());
    waiting.get('JU')?.(found({ symbol: 'JU', address: addresses.bonk }));
    await settle();
    expect(field.resolve('solana', 'JUP')).toMatchObject({ token: { address: addresses.jup } });
  });

  it.each([
    ['another chain', { chain: 'base' }, 'JUP'],
    ['something that is no address', { address: 'x' }, 'JUP'],
    ['another address than was asked for', {}, addresses.bonk],
  ])('refuses an answer with %s', async (_name, change, text) => {
    const { desk } = spotDesk({ actions: { findToken: async () => found(change) } });
    const field = createTokenField(desk);
    field.resolve('solana', text);
    await settle();
    expect(field.resolve('solana', text)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/a different token/),
    });
  });

  it('says what failed and tries again after 5 s, keeping the message until it knows better', async () => {
    let isUp = false;
    const findToken = async () => {
      if (!isUp) throw Object.assign(new Error('timed out'), { kind: 'timeout', code: 'TIMEOUT' });
      return found();
    };
    const { desk, advance } = spotDesk({ actions: { findToken } });
    const field = createTokenField(desk);
    field.resolve('solana', 'JUP');
    await settle();
    expect(field.resolve('solana', 'JUP')).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/TIMEOUT timed out/),
    });
    isUp = true;
    advance(4_999);
    field.resolve('solana', 'JUP');
    await settle();
    expect(field.resolve('solana', 'JUP').state).toBe('failed');
    advance(1);
    expect(field.resolve('solana', 'JUP').state).toBe('failed');
    await settle();
    expect(field.resolve('solana', 'JUP').state).toBe('found');
  });

  it('takes a 404 for an address that nobody knows', async () => {
    const findToken = () => Promise.reject(Object.assign(new Error('gone'), { kind: 'not-found', code: 'NOT_FOUND' }));
    const { desk } = spotDesk({ actions: { findToken } });
    const field = createTokenField(desk);
    field.resolve('solana', addresses.jup);
    await settle();
    expect(field.resolve('solana', addresses.jup)).toMatchObject({
      state: 'unknown',
      message: expect.stringMatching(/JUPy…DvCN not found/),
    });
  });
});
