import { expect, test } from 'vitest';
import { fakeReads, hostileTexts, isCellSafe, wire } from '../desk-data.fixture.ts';
import { accountWire } from './account.fixture.ts';
import { groupRows, keyFacts, keyGauges, walletRows } from './account-rows.ts';
import { settingRows } from './setting-rows.ts';
import { suggestionRows } from './suggestion-rows.ts';

function filled(over: Partial<Record<'wallets' | 'groups' | 'suggestions' | 'usage' | 'settings', unknown>> = {}) {
  const reads = fakeReads();
  const answers = { ...wire, ...accountWire, ...over };
  for (const name of ['wallets', 'groups', 'suggestions', 'usage', 'settings'] as const)
    reads.answer(name, answers[name], 0);
  const read = reads.data.read.bind(reads.data);
  return {
    wallets: read('wallets').data,
    groups: read('groups').data,
    suggestions: read('suggestions').data,
    usage: read('usage').data!,
    settings: read('settings').data!.tradeSettings,
  };
}

test('archived wallets are listed as such; an unreadable one keeps its place', () => {
  const { wallets } = filled({ wallets: [...wire.wallets, { walletId: 7 }] });
  expect(walletRows(wallets).map(({ label, isActive, problem }) => [label, isActive, problem !== null])).toEqual([
    ['main', true, false],
    ['base one', true, false],
    ['old', false, false],
    ['', false, true],
  ]);
});

test('groups name their wallets in order; archived groups are left out, unreadable ones shown as such', () => {
  const { groups, wallets } = filled();
  expect(
    groupRows(groups, wallets).map(({ name, wallets: labels, problem }) => [name, labels, problem !== null]),
  ).toEqual([
    ['Pair', ['base one', 'main'], false],
    ['Empty', [], false],
    ['', [], true],
  ]);
});

test('gauges count orders sent since the usage was read; missing usage stays unknown', () => {
  const { usage } = filled({
    usage: {
      ...wire.usage,
      constraints: {
        ...wire.usage.constraints,
        maxBuyUsdPerDay: 1_000.5,
        maxSlippageBps: 250,
        allowedNetworks: [6, 42],
      },
      usage: { ...wire.usage.usage, buyUsdLastDay: '250.25' },
    },
  });
  const shown = keyGauges(usage, 2).map(({ id, used, of, unit }) => [id, used?.toFixed() ?? null, of.toFixed(), unit]);
  expect(shown).toEqual([
    ['hour', '5', '60', 'count'],
    ['day', '9', '500', 'count'],
    ['now', null, '3', 'count'],
    ['orders', null, '20', 'count'],
    ['buy', '250.25', '1000.5', 'usd'],
  ]);
  const facts = Object.fromEntries(keyFacts(usage.constraints!, []).map(({ label, value }) => [label, value]));
  expect(facts).toMatchObject({
    buys: 'allowed',
    bribes: 'not allowed',
    networks: 'Solana, network 42',
    wallets: 'all',
    slippage: 'at most 2.5 % (250 bps)',
    'price impact': 'no limit',
    'a buy': 'no limit',
  });
});

test('settings are listed by network, with known names; null values have no row', () => {
  const rows = settingRows(filled().settings);
  expect(rows.map(({ chain, what }) => `${chain}: ${what}`)).toEqual([
    'Solana: buy auto',
    'Solana: buy p1',
    'Solana: one-click',
    'Solana: default wallet',
    'Base: sell p1',
    'network 99: buy auto',
    ': enable multisend automatically',
  ]);
});

test('any text is cleaned for a table cell', () => {
  for (const text of hostileTexts) {
    const { wallets, groups, suggestions } = filled({
      wallets: [{ walletId: text, address: text, state: text, chain: text, label: text, archivedAt: text }],
      groups: { groups: [{ groupId: text, name: text, chain: text, walletIds: [text] }] },
      suggestions: { suggestions: [{ suggestionId: text, state: text, side: text, tokenAddress: text, reason: text }] },
    });
    const [wallet] = walletRows(wallets);
    const [group] = groupRows(groups, wallets);
    const [suggestion] = suggestionRows(suggestions);
    const shown = [
      wallet?.label,
      wallet?.chain,
      wallet?.state,
      wallet?.address,
      wallet?.archivedAt,
      group?.name,
      group?.chain,
      ...(group?.wallets ?? []),
      suggestion?.state,
      suggestion?.side,
      suggestion?.tokenAddress,
      suggestion?.reason,
    ];
    for (const one of shown) expect(isCellSafe(one ?? ''), JSON.stringify(one)).toBe(true);
  }
});
