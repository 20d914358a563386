import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chains } from '../../domain/market/chain.ts';
import { type PaperService, startPaperService } from '../../paper/service/service.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { runPlanCancel, runPlanPause } from './plan-change.ts';
import { runPlanCreate } from './plan-create.ts';
import { runPlanList, runPlanShow } from './plan-list.ts';
import { planShell } from './plan-shell.fixture.ts';

const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const fakeJup = 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const sol = chains.solana.nativeAddress;
const aero = '0x940181a94a35a4569e4529a3cdfb74e38fd98631';

const lines = {
  dca: ['dca', 'sell', '50', 'USDC', 'for', 'SOL', 'every', '1d', 'for', '30'],
  'swap-twap': ['swap-twap', 'sell', '6', 'SOL', 'for', 'USDC', 'over', '4h', 'in', '24', 'limit', '1', 'part', '10%'],
  oco: ['oco', 'sell', 'all', 'JUP', 'for', 'USDC', 'profit', '900', 'stop', '0.0001'],
  ladder: ['ladder', 'sell', 'all', 'BONK', 'for', 'USDC', 'at', '2x:30%', '3x:30%', '5x:40%', 'expiry', '720'],
} as const;

let paper: PaperService;
beforeAll(async () => {
  paper = await startPaperService({ port: 0, seed: 1, speed: 1, stateDir: null, clock: systemClock });
});
afterAll(() => paper?.close());

const shell = () => planShell(paper);

/** The paper service with some of its answers changed: by path, what is done to their data. */
async function changed(changes: Readonly<Record<string, (data: never) => unknown>>) {
  const server = createServer(async (request, response) => {
    const { url = '', headers, method = 'GET' } = request;
    const answer = await fetch(`${paper.baseUrl}${url}`, {
      method,
      headers: { authorization: `${headers.authorization}` },
    });
    const body = JSON.parse(await answer.text());
    const change = Object.entries(changes).find(([path]) => decodeURIComponent(url).includes(path))?.[1];
    const data = change && answer.ok ? change(body.data as never) : body.data;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify({ ...body, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...planShell({ baseUrl, apiKey: paper.apiKey }), close: () => server.close() };
}

const create = async ({ run }: Pick<ReturnType<typeof shell>, 'run'>, ...args: readonly string[]) => {
  const made = await run(runPlanCreate, ...args, '--yes', '-o', 'json');
  expect(made.code).toBe(0);
  return JSON.parse(made.out);
};

const isEmpty = async ({ run }: Pick<ReturnType<typeof shell>, 'run'>) =>
  expect((await run(runPlanList, '-o', 'json')).out.trim()).toBe('[]');

const token = (address: string, symbol: string, decimals: number) => ({ address, symbol, decimals });

describe('of each spot kind', () => {
  test.each([
    [
      'dca',
      { plan: 'DCA: sell 50 USDC for SOL every 1d for 30', target: '1500', unit: 'USDC', maxOperations: 70 },
      { baseUnits: '50000000', totalBaseUnits: '1500000000', everyMs: 86_400_000, input: token(usdc, 'USDC', 6) },
    ],
    [
      'swap-twap',
      { plan: 'Swap TWAP: sell 6 SOL for USDC over 4h in 24 limit 1 part 10%', target: '6', maxOperations: 58 },
      { everyMs: 600_000, limitPx: '1', maxPartPct: 10, input: token(sol, 'SOL', 9), output: token(usdc, 'USDC', 6) },
    ],
    [
      'oco',
      { plan: 'OCO: sell all JUP for USDC profit 900 stop 0.0001', unit: 'JUP', maxOperations: 14 },
      { takeProfit: '900', stop: '0.0001', expiryHours: 168, input: token(jup, 'JUP', 6) },
    ],
    [
      'ladder',
      { plan: 'Ladder: sell all BONK for USDC at 2x:30% 3x:30% 5x:40% expiry 720', unit: 'BONK', maxOperations: 16 },
      { expiryHours: 720 },
    ],
  ] as const)('%s is written, shown, paused and cancelled', async (kind, fields, spec) => {
    const at = shell();
    const plan = await create(at, ...lines[kind]);
    expect(plan).toMatchObject({
      ...fields,
      state: 'active',
      walletId: 'wal_main',
      spec: { kind, chain: 'solana', slippageBps: 100, ...spec },
      orders: [],
    });
    expect(plan.maxUsd).toMatch(/^\d+$/);
    expect((await at.run(runPlanList)).out).toContain(fields.plan.slice(0, 20));
    expect(JSON.parse((await at.run(runPlanShow, plan.id, '-o', 'json')).out)).toEqual(plan);
    const { input, output } = plan.spec;
    expect((await at.run(runPlanShow, plan.id)).out).toContain(
      `\nwallet    wal_main\nswaps     ${input.symbol} ${input.address} for ${output.symbol} ${output.address} on Solana\n`,
    );
    expect((await at.run(runPlanPause, plan.id)).out).toMatch(/state +paused: paused by you/);
    const cancelled = await at.run(runPlanCancel, plan.id, '--yes', '-o', 'json');
    expect(JSON.parse(cancelled.out)).toMatchObject({ id: plan.id, state: 'cancelling' });
  });

  test.each([
    ['dca', /30 orders, at most 70 operations and 1,500 USD/],
    ['swap-twap', /24 orders, at most 58 operations and [\d,]+ USD/],
    ['oco', /2 orders, at most 14 operations and [\d,]+ USD/],
    ['ladder', /3 orders, at most 16 operations and [\d,]+ USD/],
  ] as const)('%s without --yes says what it would write, of which wallet and tokens', async (kind, text) => {
    const at = shell();
    const asked = await at.run(runPlanCreate, ...lines[kind]);
    expect(asked.code).toBe(1);
    expect(asked.err).toMatch(text);
    expect(asked.err).toMatch(/From main \(wal_main\) on Solana: sells \w+ \w{32,44}, buys \w+ \w{32,44}\./);
    expect(asked.err).toContain('With --yes it is done without a question.');
    await isEmpty(at);
  });

  test.each(['dca', 'swap-twap', 'oco', 'ladder'] as const)(
    '%s is capped, and refused above its caps',
    async (kind) => {
      const at = shell();
      const refused = await at.run(runPlanCreate, ...lines[kind], '--max-usd', '20', '--yes');
      expect(refused).toMatchObject({ exitCode: 1, out: '' });
      expect(refused.code).toMatch(/^The plan may trade [\d.,]+[KM]? USD; --max-usd allows 20\.00\.$/);
      expect((await at.run(runPlanCreate, ...lines[kind], '--max-operations', '1', '--yes')).code).toMatch(
        /^The plan needs \d+ operations at least; --max-operations allows 1\.$/,
      );
      await isEmpty(at);
      const caps = ['--max-usd', '20000000', '--max-operations', '40'];
      expect(await create(at, ...lines[kind], ...caps)).toMatchObject({ maxUsd: '20000000', maxOperations: 40 });
    },
  );
});

describe('tokens', () => {
  test('an address means that token, whatever it is called', async () => {
    const { spec, plan } = await create(shell(), 'dca', 'sell', '5', usdc, 'for', jup, 'every', '1h', 'for', '3');
    expect(spec).toMatchObject({ input: token(usdc, 'USDC', 6), output: token(jup, 'JUP', 6) });
    expect(plan).toBe('DCA: sell 5 USDC for JUP every 1h for 3');
  });

  test('an address of another chain takes a wallet that is there', async () => {
    const line = ['swap-twap', 'sell', '100', 'USDC', 'for', aero.toUpperCase().replace('0X', '0x')];
    expect(await create(shell(), ...line)).toMatchObject({
      walletId: 'wal_base',
      spec: { chain: 'base', output: { symbol: 'AERO' } },
    });
  });

  test('the name of a native coin takes its chain, not a token of that name elsewhere', async () => {
    const eth = await create(shell(), 'dca', 'sell', '5', 'USDC', 'for', 'ETH', 'every', '1h', 'for', '3');
    expect(eth).toMatchObject({ walletId: 'wal_base', spec: { output: { address: chains.base.nativeAddress } } });
  });

  test('a wallet other than the usual one is taken where it alone has what is sold', async () => {
    const { walletId, spec } = await create(shell(), 'swap-twap', 'sell', '10%', 'AERO', 'for', 'USDC');
    expect({ walletId, chain: spec.chain }).toEqual({ walletId: 'wal_base', chain: 'base' });
  });

  test.each<[string, string[], RegExp, number]>([
    [
      'an unknown one',
      ['NOPE', 'for', 'USDC'],
      /^No wallet can sell NOPE for USDC: .* Solana, Base, BNB Chain\. Enter/,
      1,
    ],
    ['an unknown address', ['USDC', 'for', fakeJup.replace('j', 'k')], /^No wallet can sell USDC for ktoj…9mCL: /, 1],
    ['the same one twice', ['USDC', 'for', usdc], /^This is the token being sold: enter another one\./, 1],
    ['the same one in capitals', [aero, 'for', aero.toUpperCase().replace('0X', '0x')], /^This is the token being/, 1],
    ['none to buy', ['USDC'], /^More is needed: /, 2],
  ])('%s is refused', async (_name, tokens, sentence, exitCode) => {
    const at = shell();
    const refused = await at.run(runPlanCreate, 'dca', 'sell', '5', ...tokens, 'every', '1h', 'for', '3', '--yes');
    expect(refused.code).toMatch(sentence);
    expect(refused.exitCode).toBe(exitCode);
    await isEmpty(at);
  });

  test('a symbol of several tokens is refused with their addresses, unless the wallet holds the one that is sold', async () => {
    const two = (data: { tokens: { address: string }[] }) => ({
      tokens: data.tokens.flatMap((one) => (one.address === jup ? [{ ...one, address: fakeJup }, one] : [one])),
    });
    const at = await changed({ '/tokens/search?q=JUP': two });
    const refused = await at.run(runPlanCreate, 'dca', 'sell', '5', 'USDC', 'for', 'JUP', 'every', '1h', 'for', '3');
    expect(refused.code).toBe(
      `2 tokens on Solana are called JUP: give the address of the one that you mean, ${fakeJup} or ${jup}.`,
    );
    expect((await create(at, ...lines.oco)).spec.input.address).toBe(jup);
    expect((await at.run(runPlanCreate, ...lines.oco, '--wallet', 'wal_sniper', '--yes')).code).toMatch(/^2 tokens on/);
    at.close();
  });

  test('a service that cannot look them up, or answers with another one, is told apart from an unknown token', async () => {
    const other = await changed({ [`/tokens/solana:${jup}`]: (data: object) => ({ ...data, address: fakeJup }) });
    const line = ['dca', 'sell', '5', 'USDC', 'for', jup, 'every', '1h', 'for', '3', '--yes'];
    expect((await other.run(runPlanCreate, ...line)).code).toBe(
      'The service returned a different token than JUPy…DvCN.',
    );
    other.close();
    const broken = await changed({ '/tokens/search': () => 'nothing that can be read' });
    expect((await broken.run(runPlanCreate, ...lines.oco, '--yes')).code).not.toMatch(/No wallet can sell/);
    broken.close();
  });
});

describe('wallets', () => {
  test('the one that was asked for is taken', async () => {
    const line = ['swap-twap', 'sell', '1%', 'SOL', 'for', 'USDC', '--wallet', 'wal_sniper'];
    expect(await create(shell(), ...line)).toMatchObject({ walletId: 'wal_sniper' });
  });

  test.each<[string, string, RegExp]>([
    ['an unknown one', 'nope', /^The account has no active wallet "nope"\. Wallets: wal_main \(main\), /],
    ['an archived one', 'wal_old', /^The account has no active wallet "wal_old"\. /],
    ['one on a chain without plans', 'wal_monad', /^The wallet wal_monad is not on Solana, Base, BNB Chain, /],
    ['one on another chain', 'wal_base', /^No wallet can sell USDC for SOL: .* on Base\. /],
    ['one whose key the user holds', 'own:main', /^A wallet with your own key signs only by hand/],
  ])('%s is refused', async (_name, wallet, sentence) => {
    const at = shell();
    const refused = await at.run(runPlanCreate, ...lines.dca, '--wallet', wallet, '--yes');
    expect(refused.code).toMatch(sentence);
    expect(refused.exitCode).toBe(1);
    await isEmpty(at);
  });

  test.each<[string, string[]]>([
    ['dca', ['dca', 'sell', '9000000', 'USDC', 'for', 'SOL', 'every', '1d', 'for', '2']],
    ['swap-twap', ['swap-twap', 'sell', '9000000', 'USDC', 'for', 'SOL']],
    ['oco', ['oco', 'sell', '9000000', 'JUP', 'for', 'USDC', 'profit', '900', 'stop', '0.0001']],
    ['ladder', ['ladder', 'sell', '9000000000', 'BONK', 'for', 'USDC', 'at', '2x', '3x']],
  ])('a %s above the balance is refused with the balance and the wallet', async (_kind, line) => {
    const at = shell();
    const refused = await at.run(runPlanCreate, ...line, '--yes');
    expect(refused.code).toMatch(
      /^The wallet holds [\d.]+ \w+: enter at most that\. From main \(wal_main\) on Solana: /,
    );
    expect(refused.exitCode).toBe(1);
    await isEmpty(at);
  });
});

describe('prices', () => {
  /** JUP has no pool and the portfolio no price of it. */
  const unpriced = () =>
    changed({
      '/portfolio/positions': (data: { positions: { tokenAddress: string }[] }) => ({
        ...data,
        positions: data.positions.map((one) =>
          one.tokenAddress === jup ? { ...one, latestTokenUsdPrice: null } : one,
        ),
      }),
      [`/tokens/solana:${jup}/pools`]: (data: object) => ({ ...data, pools: [] }),
    });

  test('of a token that is not in the portfolio, its deepest pool has one', async () => {
    const at = await changed({
      '/portfolio/positions': (data: object) => ({ ...data, positions: [] }),
    });
    const refused = await at.run(
      runPlanCreate,
      'oco',
      'sell',
      '5',
      'JUP',
      'for',
      'USDC',
      'profit',
      '900',
      'stop',
      '800',
    );
    expect(refused.code).toMatch(/^stop: The price is [\d.]+ already: enter a stop below it\./);
    at.close();
  });

  test('without one a plan has no cap in USD, and --max-usd refuses it', async () => {
    const at = await unpriced();
    const line = ['swap-twap', 'sell', '10%', 'JUP', 'for', 'USDC'];
    expect((await at.run(runPlanCreate, ...line, '--max-usd', '5000', '--yes')).code).toBe(
      'There is no price to value the plan, so --max-usd cannot be kept.',
    );
    expect((await at.run(runPlanCreate, ...line)).err).toContain('value unknown');
    expect((await create(at, ...line)).maxUsd).toBeNull();
    at.close();
  });

  test('without one a ladder asks for the price to start from', async () => {
    const at = await unpriced();
    const line = ['ladder', 'sell', 'all', 'JUP', 'for', 'USDC', 'at', '2x', '3x'];
    expect((await at.run(runPlanCreate, ...line, '--yes')).code).toMatch(
      /^of: The price of JUP is unknown: enter the price/,
    );
    expect((await create(at, ...line, 'of', '0.5')).spec.levels).toMatchObject([{ value: '1' }, { value: '1.5' }]);
    at.close();
  });
});

describe('a key', () => {
  test('that may not use the wallet, its chain or so many trigger orders is refused', async () => {
    const limits = (of: object) =>
      changed({
        '/account/usage': (data: { constraints: object }) => ({ ...data, constraints: { ...data.constraints, ...of } }),
      });
    for (const [of, sentence] of [
      [{ allowedWalletIds: ['wal_cold'] }, /The key does not allow this wallet/],
      [{ allowedNetworks: [1] }, /The key does not allow Solana; it allows Base/],
      [{ maxLimitOrdersPerDay: 2 }, /^The key may create \d more trigger orders today, and the plan needs 3\.$/],
    ] as const) {
      const at = await limits(of);
      expect((await at.run(runPlanCreate, ...lines.ladder, '--yes')).code).toMatch(sentence);
      await isEmpty(at);
      at.close();
    }
  });
});
