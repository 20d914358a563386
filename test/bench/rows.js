import { measureDrawing, measureMemoryGrowth } from './drawing.js';
import { measureStarts } from './first-frame.js';
import { measureJournalStart } from './journal-start.js';
import { measureKeeper } from './keeper.js';
import { measureKeys } from './key-latency.js';
import { measureOrders } from './order-latency.js';
import { measureReads } from './paper-http.js';
import { measurePerps } from './paper-perps.js';
import { measureStart } from './paper-start.js';
import { measureEvents } from './paper-streams.js';
import { measureTriggers } from './paper-triggers.js';
import { at } from './statistics.js';
import { measureDispatch } from './stream-dispatch.js';
import { measureGrowth } from './stream-growth.js';
import { measureRecovery } from './stream-recovery.js';

/**
 * What is measured, in groups that run together. `isDesk`: it starts the desk as a program, so that two commits can be compared.
 * Each gives figures: name, values, bound (`{ most }` or `{ least }`, absent for none) and how many digits are printed; `of`
 * which of the values counts, 0.5 for the median.
 */
export const groups = [
  {
    name: 'start',
    isDesk: true,
    async measure() {
      const { frame, kept, ephemeral, npmStart, npmAlone } = await measureStarts();
      const npmExtra = npmStart.ms.map((ms, pair) => ms - kept.ms[pair] - npmAlone.ms[pair]);
      return [
        { name: 'hello world of Ink, ms', values: frame.hello },
        { name: 'desk, first bytes of its own frame, ms', values: frame.ms },
        { name: '  as a multiple of hello world', values: frame.ratio, most: 0.4, digits: 2 },
        { name: 'desk, first data, kept account, ms', values: kept.ms },
        { name: '  as a multiple of hello world', values: kept.ratio, most: 1.1, digits: 2 },
        { name: 'desk, first data, --ephemeral, ms', values: ephemeral.ms },
        { name: '  as a multiple of hello world', values: ephemeral.ratio, digits: 2 },
        { name: 'npm start, first data, kept account, ms', values: npmStart.ms },
        { name: '  npm alone, a script that prints a word', values: npmAlone.ms },
        { name: '  more than both together', values: npmExtra, most: 0 },
      ];
    },
  },
  {
    name: 'journal',
    isDesk: true,
    async measure() {
      const { empty, big, ratio, extraMb, readMs } = await measureJournalStart();
      return [
        { name: 'start with an empty journal, ms', values: empty },
        { name: 'first start with 200,000 lines, ms', values: big },
        { name: '  as a multiple', values: ratio, most: 1.1, digits: 2 },
        { name: '  more memory, MB', values: extraMb, most: 20 },
        { name: '  until orders can be sent, ms', values: readMs },
      ];
    },
  },
  {
    name: 'order',
    isDesk: true,
    async measure() {
      const { orders, fetches } = await measureOrders();
      const [median, slow] = [0.5, 0.95].map((share) => at(fetches, share));
      return [
        { name: 'bare fetch, key to first byte, ms', values: fetches, digits: 2 },
        { name: 'order, confirming key to first byte, ms', values: orders, most: median + 2, digits: 2 },
        { name: '  p95', values: orders, of: 0.95, most: slow + 8, digits: 2 },
      ];
    },
  },
  ...[
    [120, 40],
    [200, 60],
  ].map(([columns, rows]) => ({
    name: `keys ${columns}×${rows}`,
    isDesk: true,
    async measure() {
      const quiet = await measureKeys({ columns, rows, rate: null });
      const figures = [keyFigure(`key to bytes, ${columns}×${rows}, quiet, ms`, quiet, 16)];
      for (const [rate, most] of [
        [1_000, 16],
        [5_000, 25],
      ]) {
        const took = await measureKeys({ columns, rows, rate });
        figures.push(keyFigure(`key to bytes, ${columns}×${rows}, ${rate} swaps/s, ms`, took, most));
        figures.push({
          name: '  p99 as a multiple of quiet',
          values: [at(took, 0.99) / at(quiet, 0.99)],
          most: 2,
          digits: 2,
        });
      }
      return figures.flat();
    },
  })),
  ...[
    ['drawing at 1,000 swaps/s', 1_000, 0.7],
    ['drawing at 5,000 swaps/s', 5_000, 0.9],
  ].map(([name, rate, most]) => ({
    name,
    isDesk: true,
    async measure() {
      const drawn = await measureDrawing({ columns: 200, rows: 60, rate, windows: rate === 1_000 ? 6 : 3 });
      return [
        { name: `CPU 200×60, ${rate} swaps/s, % of a core`, values: drawn.cpuPct, digits: 1 },
        { name: '  bare Ink on the same frames, %', values: drawn.inkCpuPct, digits: 1 },
        { name: '  as a multiple', values: drawn.ratio, most, digits: 2 },
        { name: '  swaps a second that the tape shows', values: [drawn.swapsPerSecond], least: 0.95 * rate },
        { name: '  frames a second', values: drawn.framesPerSecond, digits: 1 },
        { name: '  bytes a frame', values: drawn.bytes },
        { name: '  as a multiple of the least', values: drawn.bytesRatio, most: 1.3, digits: 3 },
        ...(rate === 1_000 ? [{ name: 'memory after that minute, MB', values: [drawn.rssMb], most: 150 }] : []),
      ];
    },
  })),
  {
    name: 'quiet',
    isDesk: true,
    async measure() {
      const { cpuPct, framesPerSecond, rssMb } = await measureDrawing({ columns: 200, rows: 60, rate: null });
      return [
        { name: 'CPU 200×60, quiet, paper embedded, % of a core', values: cpuPct, most: 5, digits: 1 },
        { name: '  frames a second', values: framesPerSecond, digits: 1 },
        { name: '  memory, MB', values: [rssMb] },
      ];
    },
  },
  {
    name: 'memory',
    isDesk: true,
    async measure() {
      const { early, late, eventsPerSecond } = await measureMemoryGrowth();
      return [
        { name: 'memory after 100,000 events, MB', values: [early] },
        { name: '  after 1,000,000 as a multiple', values: [late / early], most: 1.05, digits: 2 },
        { name: '  events a second that the tape shows', values: [eventsPerSecond], least: 19_000 },
      ];
    },
  },
  {
    name: 'keeper',
    isDesk: true,
    async measure() {
      const { idle, busy, handovers } = await measureKeeper();
      return [
        { name: 'keeper without a plan, MB', values: [idle.rssMb] },
        { name: '  % of a core', values: idle.cpuPct, digits: 1 },
        { name: 'keeper with 20 plans, MB', values: [busy.rssMb], most: 90 },
        { name: '  % of a core', values: busy.cpuPct, most: 2, digits: 1 },
        { name: 'handover to a desk that opens, ms', values: handovers, most: 300 },
      ];
    },
  },
  {
    name: 'dispatch',
    async measure() {
      const { ours, bare, ratio, cpuRatio } = await measureDispatch();
      return [
        { name: 'stream manager, swaps/s off a socket', values: ours },
        { name: '  bare pusher-js on the same WebSocket', values: bare },
        { name: '  as a share of it', values: ratio, least: 0.9, digits: 2 },
        { name: '  the same by processor time', values: cpuRatio, digits: 2 },
      ];
    },
  },
  {
    name: 'recovery',
    async measure() {
      const recovery = await measureRecovery();
      return [
        { name: 'stream manager, reset to next event, ms', values: recovery.ours, most: 1_500 },
        { name: '  in nine of ten', values: [recovery.oursP90] },
        { name: '  bare pusher-js, the same', values: recovery.bare },
        { name: '  in nine of ten', values: [recovery.bareP90] },
      ];
    },
  },
  {
    name: 'connections',
    async measure() {
      const growth = await measureGrowth();
      return [
        { name: 'heap after 10,000 connections, MB', values: [growth.heapMb[1]], digits: 1 },
        { name: '  as a multiple of that after 1,000', values: [growth.heapRatio], most: 1.1, digits: 2 },
        { name: '  handles, timers and listeners more', values: [growth.heldMore], most: 0 },
      ];
    },
  },
  {
    name: 'paper start',
    async measure() {
      const { service, save } = await measureStart();
      return [
        { name: 'paper start, new account, ms', values: service.few, digits: 1 },
        { name: 'paper start, 1,000,000 trades, ms', values: service.many, most: 300, digits: 1 },
        { name: 'paper, one save, ms', values: save.saves, most: 2, digits: 2 },
        { name: '  a bare durable write of as many bytes, ms', values: save.writes, digits: 2 },
      ];
    },
  },
  {
    name: 'paper calls',
    async measure() {
      const [reads, events] = [await measureReads(), await measureEvents()];
      return [
        { name: `paper, reads/s (${reads.meanBytes.toFixed(0)} bytes each)`, values: reads.paper, least: 5_000 },
        { name: '  bare node:http, the same bytes/s', values: reads.bare },
        { name: 'paper, stream events/s to 50 subscribers', values: events.paper, least: 20_000 },
        { name: '  bare ws, the same frames/s', values: events.bare },
      ];
    },
  },
  {
    name: 'paper market',
    async measure() {
      const [triggers, perps] = [measureTriggers(), measurePerps()];
      return [
        { name: 'paper, trigger tick with 1,000 orders, µs', values: triggers.few.book, digits: 1 },
        { name: 'paper, trigger tick with 100,000 orders, µs', values: triggers.many.book, digits: 1 },
        { name: '  as a multiple', values: triggers.ratio, most: 2, digits: 2 },
        { name: '  whole spot tick with 100,000 orders, µs', values: triggers.many.market, digits: 1 },
        { name: 'paper, perp step with 1,000 orders, ms', values: perps.many, most: 2.5, digits: 2 },
        { name: '  without orders, ms', values: perps.none, digits: 2 },
      ];
    },
  },
];

const keyFigure = (name, values, most) => [
  { name, values, digits: 1 },
  { name: '  p99', values, of: 0.99, most, digits: 1 },
];
