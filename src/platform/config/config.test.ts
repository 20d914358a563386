import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig, type NamesCheck } from './config.ts';
import { configSchema } from './config-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-'));
const file = join(folder, 'config.toml');

function load(toml: string, checkNames?: NamesCheck) {
  writeFileSync(file, toml);
  return loadConfig(file, { names: checkNames });
}

function problemsOf(toml: string, checkNames?: NamesCheck): string[] {
  try {
    load(toml, checkNames);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.replaceAll(`${file}:`, '').split('\n');
    throw error;
  }
  return [];
}

test('no file means the defaults', () => {
  expect(loadConfig(join(folder, 'none.toml'))).toEqual({
    profile: 'main',
    theme: 'auto',
    display: { hasFlash: true, time: 'utc', isScreenReader: false, hasMouse: true, maxFps: 30 },
    profiles: {},
    refresh: { positionsMs: 2_000, ordersMs: 3_000, balancesMs: 10_000, marketsMs: 2_000, usageMs: 60_000 },
    tape: { tokens: [], minUsd: 0 },
    balances: { nativeUnit: 'as-given' },
    caps: {
      maxOrderUsd: null,
      wordAboveUsd: '10000',
      closeWordAbovePct: null,
      maxSlippageBps: 1_000,
      collarPct: 2,
    },
    risk: {
      dailyLossUsd: null,
      dailyLossPct: null,
      maxDrawdownPct: null,
      maxOpenPositions: null,
      maxOpenOrders: null,
      maxHeatPct: null,
    },
    keeper: { onConnectionLost: 'leave', afterMs: 600_000, onHangup: 'stop' },
    owners: { maxPct: {}, maxAgeMs: 300_000, unit: 'base-units' },
    alerts: {
      price: [],
      orders: true,
      positions: true,
      plans: true,
      liquidationPct: '10.00',
      streamDownMs: 10_000,
      keyLimit: true,
      pauseMs: 60_000,
      bell: true,
      notification: 'off',
      hook: null,
    },
    presets: { buy: ['0.1', '0.25', '0.5', '1', '2'], sellPct: ['10', '25', '50', '75', '100'], plans: [] },
    rpc: { solana: [], base: [], bsc: [], monad: [] },
    signing: {
      programs: [],
      allowUnknown: [],
      submitBy: 'service',
      maxFee: { solana: '0.01', base: '0.002', bsc: '0.01', monad: '1' },
    },
    names: {},
    keys: {},
  });
});

test('every key can be set', () => {
  const config = load(`profile = "fund"
theme = "none"
[profiles.fund]
base_url = "https://api.example.com/"
key_file = "~/fund.key"
wallet = "wal_1"
socket_host = "ws.example.net"
read_only = true
one_click_usd = "250.5"
[display]
flash = false
mouse = false
max_fps = 10
time = "local"
[profiles.other]
base_url = "http://127.0.0.1:9"
key_file = "keys/other.key"
[refresh]
positions_ms = 500
orders_ms = 20000
balances_ms = 1000
markets_ms = 4000
usage_ms = 600000
[tape]
tokens = ["solana:So11111111111111111111111111111111111111112"]
min_usd = 12.5
[caps]
max_order_usd = "250.50"
word_above_usd = 5000
close_word_above_pct = 50
max_slippage_bps = 50
collar_pct = 0.5
[risk]
daily_loss_usd = "500.50"
daily_loss_pct = 2.5
max_drawdown_pct = 5
max_open_positions = 3
max_open_orders = 20
max_heat_pct = 6
[keeper]
on_connection_lost = "cancel"
after = "90s"
on_hangup = "keep"

[owners]
developer_max_pct = 5
top10_max_pct = 40
insiders_max_pct = 12.5
snipers_max_pct = 10
bundlers_max_pct = 0
fresh_max_pct = 100
pro_max_pct = 30
max_age_s = 60
balance_unit = "whole"
[alerts]
plans = false
bell = false
notification = "osc9"
liquidation_pct = 0
hook = ["bin/alert", "$(x)"]
[[alerts.price]]
of = "SOL"
above = "200"
[presets]
buy = ["0.05", 3]
sell_pct = [33, 100]
plans = ["twap buy 2 ETH over 1h in 30"]
[rpc]
base = ["https://rpc.example.com/KEY?a=1", "http://127.0.0.1:8545"]
[signing]
programs = ["base:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"]
[signing.max_fee]
solana = 1
[names]
walletQuery = "walletId"
`);
  expect(config).toEqual({
    profile: 'fund',
    theme: 'none',
    display: { hasFlash: false, time: 'local', isScreenReader: false, hasMouse: false, maxFps: 10 },
    profiles: {
      fund: {
        baseUrl: 'https://api.example.com',
        keyFile: join(homedir(), 'fund.key'),
        wallet: 'wal_1',
        socketHost: 'ws.example.net',
        isReadOnly: true,
        oneClickUsd: '250.5',
      },
      other: {
        baseUrl: 'http://127.0.0.1:9',
        keyFile: join(folder, 'keys/other.key'),
        wallet: null,
        socketHost: null,
        isReadOnly: false,
        oneClickUsd: null,
      },
    },
    refresh: { positionsMs: 500, ordersMs: 20_000, balancesMs: 1_000, marketsMs: 4_000, usageMs: 600_000 },
    tape: { tokens: ['solana:So11111111111111111111111111111111111111112'], minUsd: 12.5 },
    balances: { nativeUnit: 'as-given' },
    caps: {
      maxOrderUsd: '250.50',
      wordAboveUsd: '5000',
      closeWordAbovePct: 50,
      maxSlippageBps: 50,
      collarPct: 0.5,
    },
    risk: {
      dailyLossUsd: '500.50',
      dailyLossPct: '2.5',
      maxDrawdownPct: '5',
      maxOpenPositions: 3,
      maxOpenOrders: 20,
      maxHeatPct: '6',
    },
    keeper: { onConnectionLost: 'cancel', afterMs: 90_000, onHangup: 'keep' },
    owners: {
      maxPct: {
        developer: '5',
        top10: '40',
        insiders: '12.5',
        snipers: '10',
        bundlers: '0',
        fresh: '100',
        pro: '30',
      },
      maxAgeMs: 60_000,
      unit: 'whole',
    },
    alerts: {
      price: [{ of: 'SOL', direction: 'above', value: '200' }],
      orders: true,
      positions: true,
      plans: false,
      liquidationPct: null,
      streamDownMs: 10_000,
      keyLimit: true,
      pauseMs: 60_000,
      bell: false,
      notification: 'osc9',
      hook: [join(folder, 'bin/alert'), '$(x)'],
    },
    presets: { buy: ['0.05', '3'], sellPct: ['33', '100'], plans: ['twap buy 2 ETH over 1h in 30'] },
    rpc: { solana: [], base: ['https://rpc.example.com/KEY?a=1', 'http://127.0.0.1:8545/'], bsc: [], monad: [] },
    signing: {
      programs: ['base:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
      allowUnknown: [],
      submitBy: 'service',
      maxFee: { solana: '1', base: '0.002', bsc: '0.01', monad: '1' },
    },
    names: { walletQuery: 'walletId' },
    keys: {},
  });
  expect(load('[caps]\nmax_order_usd = 300').caps.maxOrderUsd).toBe('300');
});

test('a syntax error has its position', () => {
  expect(problemsOf('theme = "dark"\nprofile = \n')).toEqual([expect.stringMatching(/^2:\d+: .+/)]);
});

test('every invalid value has its position and the allowed values', () => {
  const problems = problemsOf(`theme = "pink"
[profiles.main]
base_url = "http://example.com"
  keyfile = "x"
[profiles.paper]
base_url = "https://example.com"
[refresh]
positions_ms = 499
[tape]
tokens = ["doge"]
[caps]
max_order_usd = 1.5
`);
  expect(problems).toEqual([
    '1:1: theme: must be "auto", "dark", "light", "high-contrast", "colour-blind" or "none"',
    '3:1: profiles.main.base_url: must begin with https:// (http:// is allowed for loopback only)',
    '4:3: unknown key keyfile in [profiles.main]; allowed: base_url, key_file, wallet, socket_host, read_only, one_click_usd',
    '5:2: profiles.paper: the profile paper is built in and has no settings',
    '8:1: refresh.positions_ms: must be from 500 to 20000 (milliseconds)',
    '10:1: tape.tokens.0: must be chain:address, with solana, base, bsc or monad as the chain',
    '12:1: caps.max_order_usd: must be a whole number, or a decimal in quotes such as "250.50" (USD)',
  ]);
});

test('invalid limits of the account have their position and the allowed values', () => {
  const problems = problemsOf(
    '[risk]\ndaily_loss_usd = 0\ndaily_loss_pct = 101\nmax_drawdown_pct = "5"\nmax_open_positions = 0\nmax_open_orders = 1.5\nmax_heat_pct = 0',
  );
  expect(problems).toEqual([
    expect.stringMatching(/^2:1: risk\.daily_loss_usd: must be above zero: a whole number, or a decimal in quotes/),
    '3:1: risk.daily_loss_pct: must be a number from 0.01 to 100 (percent)',
    '4:1: risk.max_drawdown_pct: must be a number from 0.01 to 100 (percent)',
    '5:1: risk.max_open_positions: must be a whole number from 1 to 10000 (positions)',
    '6:1: risk.max_open_orders: must be a whole number from 1 to 10000 (orders)',
    '7:1: risk.max_heat_pct: must be a number from 0.01 to 1000 (percent)',
  ]);
  expect(problemsOf('[risk]\nmax_heat = 5')[0]).toContain('allowed: daily_loss_usd, daily_loss_pct,');
});

test('invalid limits on owners have their position and the allowed values', () => {
  const problems = problemsOf(
    '[owners]\ninsiders_max_pct = 101\npro_max_pct = "20"\nmax_age_s = 5\nbalance_unit = "lamports"\n',
  );
  expect(problems).toEqual([
    '2:1: owners.insiders_max_pct: must be a share of the supply from 0 to 100 (percent)',
    '3:1: owners.pro_max_pct: must be a share of the supply from 0 to 100 (percent)',
    '4:1: owners.max_age_s: must be from 30 to 86400 (seconds)',
    '5:1: owners.balance_unit: must be "base-units" or "whole"',
  ]);
  expect(problemsOf('[owners]\ninsider_max_pct = 5')[0]).toContain('allowed: developer_max_pct, top10_max_pct,');
});

test('invalid presets have their position and the allowed values', () => {
  const rule = 'must be an amount of the native coin above zero: a whole number, or a decimal in quotes such as "0.25"';
  expect(problemsOf('[presets]\nbuy = ["0.5", 0.5, "0", -1]\nsell_pct = [0, 101, "50", 12.5]\n')).toEqual([
    `2:1: presets.buy.1: ${rule}`,
    `2:1: presets.buy.2: ${rule}`,
    expect.stringMatching(/^2:1: presets\.buy\.3: must be an amount/),
    ...[0, 1, 2, 3].map((index) =>
      expect.stringContaining(`presets.sell_pct.${index}: must be a share from 1 to 100 (percent): a whole number`),
    ),
  ]);
  expect(problemsOf('[presets]\nbuy = []\nsell_pct = [1, 2, 3, 4, 5, 6]')).toEqual([
    '2:1: presets.buy: must name one to five',
    '3:1: presets.sell_pct: must name one to five',
  ]);
  expect(problemsOf('[presets]\nsell = [1]')[0]).toContain('allowed: buy, sell_pct, plans');
});

test('invalid alerts have their position, also within the list', () => {
  expect(problemsOf('[alerts]\nhook = "sh -c x"\npause_s = 1\n[[alerts.price]]\nof = "DOGE"\nabove = "0"\n')).toEqual([
    '2:1: alerts.hook: must be a list: the program, then its arguments, such as ["~/bin/alert", "--loud"]',
    '3:1: alerts.pause_s: must be from 5 to 3600 (seconds)',
    expect.stringMatching(/alerts\.price\.0\.of: must be "SOL", .*"perp:BTC"$/),
    expect.stringMatching(/alerts\.price\.0\.above: must be a price above zero/),
  ]);
  const one = (rest: string): string[] => problemsOf(`[[alerts.price]]\nof = "SOL"\n${rest}`);
  expect(one('above = "1"\nbelow = "2"')).toEqual([expect.stringContaining('must have either above or below')]);
  expect(one('')).toEqual([expect.stringContaining('must have either above or below')]);
  expect(one('abov = "1"')[0]).toContain('allowed: of, above, below');
});

test('an invalid endpoint, program or fee is refused, and the key of an endpoint is not repeated', () => {
  const problems = problemsOf(
    '[rpc]\nsolana = ["http://rpc.example.com/c4n4ry"]\n[signing]\nprograms = ["base:0x1"]\n[signing.max_fee]\nbsc = "0"',
  );
  expect(problems).toEqual([
    '2:1: rpc.solana.0: must begin with https:// (http:// is allowed for loopback only)',
    expect.stringMatching(/^4:1: signing\.programs\.0: must be chain:address/),
    expect.stringMatching(/^6:1: signing\.max_fee\.bsc: must be an amount of the native coin above zero/),
  ]);
});

test('an unknown top-level key, and a value in place of a table', () => {
  expect(problemsOf('api_key = "sk_a_b"')).toEqual([
    '1:1: unknown key api_key; allowed: profile, theme, display, profiles, refresh, tape, balances, caps, risk, keeper, owners, alerts, presets, rpc, signing, names, keys',
  ]);
  expect(problemsOf('refresh = 5')).toHaveLength(1);
});

test('names left open are validated by their owner', () => {
  const check: NamesCheck = (names) =>
    Object.keys(names).map((name) => ({ name, message: `knows ${JSON.stringify(names)} not` }));
  expect(problemsOf('[names]\n  foo = "bar"', check)).toEqual(['2:3: names.foo: knows {"foo":"bar"} not']);
});

test('the documentation names every key', () => {
  const documented = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  const keys = Object.entries(configSchema.shape).flatMap(([name, field]) => [
    name,
    ...Object.keys((field.def as { innerType?: { shape?: object } }).innerType?.shape ?? {}),
  ]);
  const profileKeys = ['base_url', 'key_file', 'wallet', 'socket_host'];
  for (const key of [...keys, ...profileKeys]) expect(documented, key).toMatch(new RegExp(`\`\\[?${key}[\`.\\]]`));
  expect(keys.length).toBeGreaterThan(15);
});

test.runIf(process.platform !== 'win32').each([
  [0o600, []],
  [0o644, []],
  [0o664, [`2:1: alerts.hook: not run, because other users can write this file; fix it with: chmod go-w ${file}`]],
  [0o646, [`2:1: alerts.hook: not run, because other users can write this file; fix it with: chmod go-w ${file}`]],
])('a file of mode %o that names a hook', (mode, problems) => {
  writeFileSync(file, '');
  chmodSync(file, mode);
  expect(problemsOf('[alerts]\nhook = ["alert"]\n')).toEqual(problems.map((text) => text.replaceAll(`${file}:`, '')));
  expect(problemsOf('[alerts]\nbell = true\n')).toEqual([]);
  chmodSync(file, 0o600);
});
