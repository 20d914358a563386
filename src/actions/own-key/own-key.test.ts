import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import type { Landing, SvmRpc } from '../../signing/chain/chain-rpc.ts';
import type { OwnWallet } from '../../signing/own-wallet.ts';
import { prepareSwap } from '../../signing/prepare/prepare-swap.ts';
import {
  bytes,
  encodeSvm,
  honestSvm,
  instruction,
  now,
  policy,
  stranger,
  svmOrder,
  svmOwner,
} from '../../signing/rules/honest.fixture.ts';
import type { SigningPolicy } from '../../signing/rules/review.ts';
import { SignError } from '../../signing/signers/sign-error.ts';
import { intentOf, sendOperation } from '../operations.ts';
import { confirmationOf } from '../pipeline/confirmation.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { followLanding } from './follow-landing.ts';
import type { OwnKeys } from './own-keys.ts';
import type { SignSwap } from './sign-swap.ts';

const wallet: OwnWallet = {
  name: 'me',
  mode: 'paper',
  family: 'svm',
  address: svmOwner,
  source: { kind: 'export', folder: '/nowhere' },
};
const signed = { chain: 'solana', encoded: 'c2lnbmVk', txHash: 'hash1' } as const;

async function prepared(encoded: string, allowing: SigningPolicy = policy) {
  return prepareSwap({
    order: svmOrder,
    built: { transaction: encoded, approvalTransaction: null, builtAtMs: now },
    claimed: [],
    rpcs: [],
    policy: allowing,
    nowMs: now,
    wasSigned: () => false,
  });
}

const honest = async () => encodeSvm(await honestSvm(svmOrder));

async function strange(): Promise<string> {
  const swap = await honestSvm(svmOrder);
  return encodeSvm({
    ...swap,
    after: [...swap.after, instruction(stranger, [[svmOwner, 'writable signer']], bytes(1))],
  });
}

function desk(
  options: { readonly answer?: () => unknown; readonly landing?: () => Landing; readonly submitBy?: 'rpc' } = {},
) {
  const fake = fakeContext(options.answer ?? (() => ({ taskId: '', txHash: 'hash1', status: 'submitted' })));
  const asked: string[] = [];
  const rpc = {
    family: 'svm',
    chain: 'solana',
    host: 'node.example',
    send: async (encoded: string) => {
      asked.push(`send ${encoded}`);
      return 'hash1';
    },
    landing: async () => options.landing?.() ?? { state: 'unknown' },
  } as unknown as SvmRpc;
  const own: OwnKeys = {
    wallets: [wallet],
    policy,
    submitBy: options.submitBy ?? 'service',
    rpcs: () => [rpc],
    sign: async (_, { encoded }) => {
      asked.push(`sign ${encoded.slice(0, 8)}`);
      return signed;
    },
  };
  const { context, clock } = fake;
  const withOwn = { ...context, own };
  const freshOwn = () =>
    fake.reads.cache.setQueryData(
      ['desk', 'own'],
      { wallets: [], holdings: [], problems: [] },
      { updatedAt: clock.now() },
    );
  freshOwn();
  const draft = async (encoded?: string, allowing?: SigningPolicy): Promise<SignSwap> => ({
    walletId: 'own:me',
    chain: 'solana',
    own: {
      prepared: await prepared(encoded ?? (await honest()), allowing),
      quoteId: 'quo_1',
      expiresAtMs: clock.now() + 60_000,
    },
    limits: {
      wallet: { chain: 'solana', walletId: 'own:me' },
      slippageBps: 100,
      order: {
        kind: 'swap',
        input: { chain: 'solana', address: svmOrder.inputToken },
        output: { chain: 'solana', address: svmOrder.outputToken },
        usd: new Big(210),
        sharePct: null,
        priceImpactPct: null,
      },
    },
    summary: '1.5 SOL → USDC',
  });
  const send = async (one: SignSwap) => sendOperation(withOwn, { kind: 'signSwap', draft: one });
  return { ...fake, context: withOwn, own, asked, draft, send, freshOwn };
}

describe('a swap with an own key', () => {
  test('is signed, journalled by its hash and what it does, and submitted once', async () => {
    const { send, draft, journal, requests, order } = desk();
    const outcome = await send(await draft());
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(order().slice(0, 2)).toEqual(['journal', 'request']);
    expect(requests()).toMatchObject([
      { id: 'swap.submit', input: { body: { signedTransaction: signed.encoded, walletAddress: svmOwner } } },
    ]);
    const [line] = journal();
    expect(line).toMatchObject({
      event: 'sent',
      walletId: 'own:me',
      input: { messageHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string, txHash: 'hash1' },
    });
    expect(JSON.stringify(line)).not.toContain(signed.encoded);
  });

  test('that does not fit is never given to the signer', async () => {
    const { send, draft, asked, journal } = desk();
    const outcome = await send(await draft(await strange()));
    expect(outcome).toMatchObject({
      kind: 'not-sent',
      code: 'OFF',
      message: expect.stringContaining(stranger) as string,
    });
    expect([asked, journal()]).toEqual([[], []]);
  });

  test('that its signer refuses leaves no trace', async () => {
    const { send, draft, context, journal, requests } = desk();
    Object.assign(context.own, {
      sign: () => Promise.reject(new SignError('REFUSED', 'The device said no.')),
    });
    expect(await send(await draft())).toMatchObject({
      kind: 'not-sent',
      code: 'REFUSED',
      message: 'nothing was signed: The device said no.',
    });
    expect([journal(), requests()]).toEqual([[], []]);
  });

  test('that has expired is not signed', async () => {
    const { send, draft, clock, asked, freshOwn, readAll } = desk();
    const late = await draft();
    await clock.advance(60_000);
    readAll();
    freshOwn();
    expect(await send(late)).toMatchObject({ kind: 'not-sent', code: 'EXPIRED' });
    expect(asked).toEqual([]);
  });

  test('keeps others of its wallet waiting until the chain has it', async () => {
    let landing: Landing = { state: 'seen' };
    const { send, draft, asked, context, clock, freshOwn, readAll } = desk({ landing: () => landing });
    await send(await draft());
    expect(await send(await draft())).toMatchObject({ kind: 'not-sent', code: 'STILL_SENT' });
    landing = { state: 'confirmed' };
    await clock.advance(2_000);
    expect(context.records.getState().records[0]?.task).toMatchObject({ status: 'success', isOver: true });
    readAll();
    freshOwn();
    expect(await send(await draft())).toMatchObject({ kind: 'accepted' });
    expect(asked).toHaveLength(2);
  });

  test('whose blockhash ran out has failed, and says why', async () => {
    const { send, draft, context, clock } = desk({ landing: () => ({ state: 'expired' }) });
    await send(await draft());
    await clock.advance(2_000);
    expect(context.records.getState().records[0]?.task).toMatchObject({ isOver: true, code: 'EXPIRED' });
  });

  test('of unknown outcome is resolved by the chain', async () => {
    const { send, draft, context, clock } = desk({
      answer: () => {
        throw new Error('the connection broke');
      },
      landing: () => ({ state: 'confirmed' }),
    });
    expect(await send(await draft())).toMatchObject({ kind: 'unknown' });
    await clock.advance(2_000);
    expect(context.records.getState().records[0]?.resolution).toMatchObject({ verdict: 'done', by: 'evidence' });
  });

  test('goes to the user’s own node where the configuration says so', async () => {
    const { send, draft, asked, requests } = desk({ submitBy: 'rpc' });
    expect(await send(await draft())).toMatchObject({ kind: 'accepted', requestId: 'node.example' });
    expect(asked.at(-1)).toBe(`send ${signed.encoded}`);
    expect(requests()).toEqual([]);
  });

  test('follows nothing that it did not sign', () => {
    const { context } = desk();
    expect(() => followLanding(context, 'none')).not.toThrow();
  });
});

describe('its confirmation', () => {
  test('is never skipped by one-click', async () => {
    const { context, draft } = desk();
    context.trading.setState({ isOneClick: true });
    const armed = { ...context, caps: { ...context.caps, oneClickUsd: '1000' } };
    expect(confirmationOf(armed, intentOf(context, { kind: 'signSwap', draft: await draft() }))).toEqual({ by: 'key' });
  });

  test('is a typed word where a program cannot be explained and is allowed', async () => {
    const { context, draft } = desk();
    const allowing = { ...policy, allowUnknown: new Set([`solana:${stranger}`]) };
    const strangeSwap = await draft(await strange(), allowing);
    const intent = intentOf(context, { kind: 'signSwap', draft: strangeSwap });
    expect(intent.whyOff).toBeNull();
    expect(confirmationOf(context, intent)).toMatchObject({
      by: 'word',
      why: expect.stringContaining(stranger) as string,
    });
  });
});
