import type { Bug } from './bug.ts';

/** What panes show. */
export const paneBugs: readonly Bug[] = [
  {
    room: 'ui/panes/positions',
    file: 'src/ui/panes/positions/positions-pane.ts',
    find: "distance.lt(5) ? 'danger' : distance.lt(12) ? 'warn' : 'plain'",
    replace: "distance.lt(12) ? 'warn' : distance.lt(5) ? 'danger' : 'plain'",
    says: 'a position at its liquidation is never shown in red',
  },
  {
    room: 'ui/panes/tape',
    file: 'src/ui/panes/tape/tape-pane.ts',
    find: 'latest(listHeight, filter, tape.pausedAtSeq ?? undefined, tape.scroll)',
    replace: 'latest(listHeight, filter, undefined, tape.scroll)',
    says: 'the paused tape runs on',
  },
  {
    room: 'ui/panes/book',
    file: 'src/ui/panes/book/book-body.ts',
    find: 'const [bought, sold] = [bids.at(-1)?.total ?? new Big(0), asks.at(-1)?.total ?? new Big(0)];',
    replace: 'const [bought, sold] = [bids[0]?.total ?? new Big(0), asks[0]?.total ?? new Big(0)];',
    says: 'the balance of a book speaks of its best prices alone',
  },
  {
    room: 'ui/panes/chart',
    file: 'src/ui/panes/chart/time-axis.ts',
    find: 'axis.slice(at + 1)',
    replace: 'axis.slice(at)',
    says: 'the crosshair pushes the time axis out of the chart',
  },
  {
    room: 'ui/panes/orders',
    file: 'src/ui/panes/orders/orders-pane.ts',
    find: 'formatAge(expiresAtMs - nowMs)',
    replace: 'formatAge(nowMs - expiresAtMs)',
    says: 'no trigger order has any time left',
  },
  {
    room: 'ui/panes/orders',
    file: 'src/ui/panes/orders/orders-pane.ts',
    find: "{ label: 'order id', value: cleanText(order.orderId) }",
    replace: "{ label: 'order id', value: order.orderId }",
    says: 'a text of the service can turn the details of an order round',
  },
  {
    room: 'ui/panes/activity',
    file: 'src/ui/panes/activity/activity-entry.ts',
    find: '    )\n    .reverse();',
    replace: '    );',
    says: 'what was sent last is at the end of the list',
  },
  {
    room: 'ui/panes/portfolio',
    file: 'src/ui/panes/portfolio/curve.ts',
    find: 'from.value * (1 - share) + to.value * share',
    replace: 'from.value * share + to.value * (1 - share)',
    says: 'the curve of the account jumps between its points',
  },
  {
    room: 'ui/panes/signals',
    file: 'src/ui/panes/signals/signal-columns.ts',
    find: 'bounded(formatPrice(text))',
    replace: 'formatPrice(text)',
    says: 'an absurd price drives the columns beside it out',
  },
];
