import { describe, expect, test } from 'vitest';
import { fakeReads, hostileTexts, isCellSafe, wire } from '../desk-data.fixture.ts';
import { accountWire } from './account.fixture.ts';
import { groupRows, keyFacts, keyGauges, walletRows } from './account-rows.ts';
import { settingRows } from './setting-rows.ts';
import { suggestedToken, suggestionRows } from './suggestion-rows.ts';

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

describe('suggestions', () => {
  const [whole] = accountWire.suggestions.suggestions;
  const rowOf = (item: object) => suggestionRows(filled({ suggestions: { suggestions: [item] } }).suggestions)[0]!;

  test('every field is read, amounts as numbers or texts', () => {
    const made = {
      ...whole,
      amountInUsd: '150.25',
      actedAt: '2026-01-01T13:00:00Z',
      dismissedAt: '2026-01-01T13:30:00Z',
      dismissReason: 'late',
      linkedTaskId: 't1',
    };
    expect(rowOf(made)).toMatchObject({
      problem: null,
      id: 's1',
      state: 'open',
      side: 'sell',
      chain: 'solana',
      network: 'Solana',
      symbol: 'JUP',
      name: 'Jupiter',
      rationale: 'High',
      confidence: 'medium',
      createdAtMs: Date.UTC(2026, 0, 1, 12, 3, 22),
      expiresAtMs: Date.UTC(2026, 0, 1, 18, 3, 22),
      actedAtMs: Date.UTC(2026, 0, 1, 13),
      dismissedAtMs: Date.UTC(2026, 0, 1, 13, 30),
      dismissReason: 'late',
      keyId: 'k1',
      keyName: 'Scout',
      taskId: 't1',
    });
    expect([rowOf(made).usd?.toFixed(), rowOf(whole).usd?.toFixed()]).toEqual(['150.25', '150.25']);
    expect(rowOf(whole).priceUsd?.toFixed()).toBe('0.5');
  });

  test.each([
    ['createdAt', 'createdAtMs', null],
    ['expiresAt', 'expiresAtMs', null],
    ['rationale', 'rationale', ''],
    ['agentKey', 'keyId', ''],
    ['actedAt', 'actedAtMs', null],
    ['dismissedAt', 'dismissedAtMs', null],
    ['dismissReason', 'dismissReason', ''],
    ['linkedTaskId', 'taskId', ''],
    ['amountInUsd', 'usd', null],
    ['confidence', 'confidence', ''],
  ] as const)('%s may be null or absent', (field, member, empty) => {
    const { [field]: _, ...without } = { ...accountWire.suggestions.suggestions[0] } as Record<string, unknown>;
    for (const item of [{ ...whole, [field]: null }, without]) {
      expect(rowOf(item)).toMatchObject({ problem: null, id: 's1' });
      expect(rowOf(item)[member]).toBe(empty);
    }
  });

  test('the names of the token and of the key may be null', () => {
    const bare = {
      ...whole,
      asset: { address: 'a', symbol: null, name: null, priceUsd: null },
      agentKey: { name: null },
    };
    expect(rowOf(bare)).toMatchObject({ symbol: '', name: '', priceUsd: null, keyId: '', keyName: '' });
  });

  test('one that cannot be read keeps the others, and a list that is left out is empty', () => {
    const { suggestions } = filled({ suggestions: { suggestions: [{ id: 4 }, whole] } });
    expect(suggestionRows(suggestions).map(({ problem }) => problem !== null)).toEqual([true, false]);
    for (const answer of [{}, { suggestions: null, nextCursor: null }])
      expect(suggestionRows(filled({ suggestions: answer }).suggestions)).toEqual([]);
  });

  test.each([
    [{}, { chain: 'solana', address: whole.asset.address }],
    [{ networkId: 'sol' }, { chain: 'solana', address: whole.asset.address }],
    [{ networkId: 'HYPE' }, 'the desk does not trade on HYPE'],
    [{ networkId: 'BASE' }, 'the suggestion gives no valid token address'],
    [{ side: 'HOLD' }, 'the suggestion says neither buy nor sell'],
  ])('the token to trade of %j', (change, token) => {
    expect(suggestedToken(rowOf({ ...whole, ...change }))).toEqual(token);
  });
});

test('any text is cleaned for a table cell', () => {
  for (const text of hostileTexts) {
    const { wallets, groups, suggestions } = filled({
      wallets: [{ walletId: text, address: text, state: text, chain: text, label: text, archivedAt: text }],
      groups: { groups: [{ groupId: text, name: text, chain: text, walletIds: [text] }] },
      suggestions: {
        suggestions: [
          {
            id: text,
            state: text,
            side: text,
            networkId: text,
            rationale: text,
            confidence: text,
            createdAt: text,
            dismissReason: text,
            linkedTaskId: text,
            agentKey: { id: text, name: text },
            asset: { address: text, symbol: text, name: text },
          },
        ],
      },
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
      ...Object.values({ ...suggestion, key: '' }).filter((value) => typeof value === 'string'),
    ];
    for (const one of shown) expect(isCellSafe(one ?? ''), JSON.stringify(one)).toBe(true);
  }
});
