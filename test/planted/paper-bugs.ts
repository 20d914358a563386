import type { Bug } from './bug.ts';

/** The simulated service: what is wrong here is learnt wrong. */
export const paperBugs: readonly Bug[] = [
  {
    room: 'paper/exchange/spot',
    file: 'src/paper/exchange/spot/trading/pool.ts',
    find: '(amountIn * BigInt(this.feeBps) + 9999n) / 10_000n',
    replace: '(amountIn * BigInt(this.feeBps)) / 10_000n',
    says: 'small swaps cost no fee',
  },
  {
    room: 'paper/exchange/perps',
    file: 'src/paper/exchange/perps/margin/funding.ts',
    find: 'const first = Math.floor(fromMs / hourMs) + 1;',
    replace: 'const first = Math.ceil(fromMs / hourMs);',
    says: 'funding is paid twice for an hour that ends between two steps',
  },
  {
    room: 'paper/account',
    file: 'src/paper/account/suggestions.ts',
    find: 'one.side !== other.side',
    replace: 'one.id !== other.id',
    says: 'a second suggestion to buy dismisses the first',
  },
  {
    room: 'paper/routes',
    file: 'src/paper/routes/trigger.ts',
    find: 'if (expiryHours > mostExpiryHours)',
    replace: 'if (expiryHours < mostExpiryHours)',
    says: 'orders for the usual time are refused, and those for ages taken',
  },
  {
    room: 'paper/http',
    file: 'src/paper/http/router.ts',
    find: 'return decodeURIComponent(segment);',
    replace: 'return decodeURI(segment);',
    says: 'an id with a slash in it is not found',
  },
  {
    room: 'paper/pusher',
    file: 'src/paper/pusher/channels.ts',
    find: 'return sockets && member && !isPresent(sockets, member.userId) ? member : null;',
    replace: 'return member;',
    says: 'one of two connections of a member closes, and the member is said to be gone',
  },
  {
    room: 'paper/store',
    file: 'src/paper/store/log-table.ts',
    find: 'rows.findLastIndex((row) => serialize(row).equals(bytes)) + 1',
    replace: 'rows.findLastIndex((row) => serialize(row).equals(bytes))',
    says: 'each start writes the last trade once more',
  },
  {
    room: 'paper/faults',
    file: 'src/paper/faults/fault-plan.ts',
    find: 'if (--entry.timesLeft === 0)',
    replace: 'if (entry.timesLeft-- === 0)',
    says: 'a fault asked for once strikes twice',
  },
];
