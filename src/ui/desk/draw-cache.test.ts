import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { sol, wire } from '../../stores/desk-data.fixture.ts';
import { tapeSwap } from '../../stores/market/tape-swap.fixture.ts';
import { addNotice } from '../../stores/notices.ts';
import { paneIds } from '../panes/pane-ids.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { DrawCache } from './draw-cache.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from './fake-desk.fixture.ts';

const rect = { x: 0, y: 0, width: 110, height: 14 };

/** What happens to a desk, by name; each takes a number to differ by. */
const changes: Readonly<Record<string, (fake: FakeDesk, by: number) => void>> = {
  'a second': ({ clock }) => {
    clock.nowMs += 1_000;
  },
  'positions come': (fake, by) => {
    const [position] = wire.positions.positions;
    fake.answer('positions', { ...wire.positions, positions: [{ ...position!, coin: `C${by}` }] }, fake.clock.nowMs);
  },
  'all reads come': (fake) => fake.fill(),
  'a swap comes': ({ desk, clock }, by) => desk.tape.push(tapeSwap({ usd: by * 100, atMs: clock.nowMs })),
  'a notice': ({ desk, clock }, by) =>
    addNotice(desk.notices, { atMs: clock.nowMs, tone: 'info', text: `notice ${by}` }),
  'the stream connects': (fake, by) =>
    fake.connect({ state: by % 2 === 0 ? 'connected' : 'reconnecting', lastMessageAtMs: fake.clock.nowMs }),
  'another focus': ({ desk }, by) => desk.ui.setState({ focus: paneIds[by % paneIds.length]! }),
  'a filter': ({ desk }, by) => desk.ui.setState({ filter: { positions: `c${by}`, orders: `${by}` } }),
  'another theme': ({ desk }, by) => desk.ui.setState({ themeName: by % 2 === 0 ? 'light' : 'dark' }),
  'another chart': ({ desk }, by) =>
    desk.ui.setState(({ chart }) => ({
      chart: {
        ...chart,
        isLine: by % 2 === 0,
        coin: by % 3 === 0 ? 'BTC' : null,
        interval: by % 4 === 0 ? '1m' : '5s',
      },
    })),
  'a token is watched': ({ desk }, by) =>
    desk.watchlist.setState({ tokens: [`solana:${sol}`, ...(by % 2 === 0 ? ['base:0x1'] : [])] }),
  'a candle is wanted': ({ desk }) => desk.candles.want({ tokenId: `solana:${sol}`, interval: '5s' }),
  'an active wallet': ({ desk }, by) => desk.activeWallet.setState({ walletId: `wal_${by}` }),
  'trading halts': ({ desk }, by) => desk.trading.setState({ mode: by % 2 === 0 ? 'halted' : 'active' }),
};

test('whatever happens, each pane shows what it would show if it were drawn anew', () => {
  const story = fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(9)), { maxLength: 12 });
  fc.assert(
    fc.property(story, (steps) => {
      const fake = fakeDesk();
      const { desk } = fake;
      for (const [name, by] of steps) {
        changes[name]!(fake, by);
        for (const id of paneIds) {
          const kept = desk.memory.drawings.get(desk, id, [], (view) => paneLines(view, id, rect));
          expect(texts(kept), `${id} after: ${name}`).toEqual(texts(paneLines(desk, id, rect)));
        }
      }
    }),
    { numRuns: cases(30, 1_000) },
  );
});

describe('a drawing', () => {
  const counted = (fake: FakeDesk, read: (desk: FakeDesk['desk']) => unknown) => {
    const cache = new DrawCache();
    let drawn = 0;
    return (...inputs: readonly unknown[]): number => {
      cache.get(fake.desk, 'one', inputs, (desk) => {
        read(desk);
        drawn++;
      });
      return drawn;
    };
  };

  test('is kept while a store that it does not read changes', () => {
    const fake = fakeDesk();
    const draws = counted(fake, ({ tape }) => tape.getState());
    expect([draws(), draws()]).toEqual([1, 1]);
    fake.answer('positions', wire.positions, readAtMs);
    fake.clock.nowMs += 60_000;
    expect(draws()).toBe(1);
    fake.desk.tape.push(tapeSwap({}));
    expect(draws()).toBe(2);
  });

  test('is made again for another input', () => {
    const draws = counted(fakeDesk(), () => {});
    expect([draws(80), draws(80), draws(120)]).toEqual([1, 1, 2]);
  });

  test('that asks for the time is made once a second', () => {
    const fake = fakeDesk();
    const draws = counted(fake, (desk) => desk.now());
    fake.clock.nowMs += 900;
    expect([draws(), draws()]).toEqual([1, 1]);
    fake.clock.nowMs += 1_000;
    expect(draws()).toBe(2);
  });
});
