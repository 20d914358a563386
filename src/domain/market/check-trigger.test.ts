import { expect, test } from 'vitest';
import { checkTrigger, type TriggerDraft } from './check-trigger.ts';

const draft: TriggerDraft = {
  amount: '500000000',
  chain: 'solana',
  inputToken: 'So11111111111111111111111111111111111111112',
  outputToken: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  triggerDirection: 'below',
  triggerMetric: 'price_usd',
  walletId: 'wal_main',
  expiryHours: 24,
  slippageBps: 300,
  triggerBehavior: 'immediate',
  triggerValue: '0.95',
};
const trailing: TriggerDraft = { ...draft, triggerBehavior: 'trailing', triggerValue: null, trailingPercentage: 8 };
const fields = (changed: TriggerDraft) => checkTrigger(changed).map(({ field }) => field);

const evm = {
  inputToken: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  outputToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
};

test.each<[string, TriggerDraft]>([
  ['immediate', draft],
  ['trailing', trailing],
  ['least trail', { ...trailing, trailingPercentage: 0.01 }],
  ['greatest trail', { ...trailing, trailingPercentage: 99 }],
  ['no expiry', { ...draft, expiryHours: 0 }],
  ['bounds of slippage', { ...draft, slippageBps: 0 }],
  ['all slippage', { ...draft, slippageBps: 10_000 }],
  ['optional fields left out', { ...draft, expiryHours: undefined, slippageBps: null, triggerBehavior: undefined }],
  ['base', { ...draft, chain: 'base', ...evm }],
  ['bsc', { ...draft, chain: 'bsc', ...evm }],
])('%s can be sent', (_, good) => {
  expect(checkTrigger(good)).toEqual([]);
});

test.each<[keyof TriggerDraft, Partial<TriggerDraft>]>([
  ['amount', { amount: '' }],
  ['amount', { amount: '0' }],
  ['amount', { amount: '-5' }],
  ['amount', { amount: '1.5' }],
  ['amount', { amount: '9'.repeat(81) }],
  ['chain', { chain: 'monad', ...evm }],
  ['chain', { chain: '' }],
  ['inputToken', { inputToken: 'SOL' }],
  ['outputToken', { outputToken: evm.outputToken }],
  ['outputToken', { outputToken: draft.inputToken }],
  ['outputToken', { chain: 'base', ...evm, outputToken: evm.inputToken.toLowerCase() }],
  ['walletId', { walletId: '' }],
  ['triggerDirection', { triggerDirection: 'up' }],
  ['triggerMetric', { triggerMetric: 'volume' }],
  ['expiryHours', { expiryHours: -1 }],
  ['expiryHours', { expiryHours: 1.5 }],
  ['expiryHours', { expiryHours: Number.NaN }],
  ['slippageBps', { slippageBps: -1 }],
  ['slippageBps', { slippageBps: 10_001 }],
  ['slippageBps', { slippageBps: 0.5 }],
  ['triggerBehavior', { triggerBehavior: 'later' }],
  ['triggerValue', { triggerValue: null }],
  ['triggerValue', { triggerValue: '' }],
  ['triggerValue', { triggerValue: '0' }],
  ['triggerValue', { triggerValue: '-1' }],
  ['triggerValue', { triggerValue: '1e3' }],
  ['triggerValue', { triggerBehavior: undefined, triggerValue: undefined }],
  ['trailingPercentage', { triggerBehavior: 'trailing', trailingPercentage: null }],
  ['trailingPercentage', { triggerBehavior: 'trailing', trailingPercentage: 0.009 }],
  ['trailingPercentage', { triggerBehavior: 'trailing', trailingPercentage: 99.01 }],
  ['trailingPercentage', { triggerBehavior: 'trailing', trailingPercentage: Number.NaN }],
])('%s is the one problem of %j', (field, broken) => {
  expect(fields({ ...draft, ...broken })).toEqual([field]);
});

test('every problem is reported at once, in a sentence each', () => {
  const problems = checkTrigger({ ...draft, amount: '', walletId: '', triggerValue: '', chain: 'tron' });
  expect(problems.map(({ field }) => field).sort()).toEqual(['amount', 'chain', 'triggerValue', 'walletId']);
  for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\.$/);
});
