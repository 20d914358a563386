import type { Bug } from './bug.ts';

/** Where the service is not what its contract says. */
export const serviceBugs: readonly Bug[] = [
  {
    room: 'protocol',
    file: 'src/protocol/envelope.ts',
    find: 'return isKnown ? { data: body, isBare: true } : null;',
    replace: 'return { data: body, isBare: true };',
    says: 'an error under HTTP 200 is taken for an answer',
  },
  {
    room: 'domain',
    file: 'src/domain/market/chain.ts',
    find: 'spellings.get(String(value).toLowerCase())',
    replace: 'spellings.get(String(value))',
    says: 'wallets whose chain is written SVM have no form',
  },
  {
    room: 'stores',
    file: 'src/stores/account/wallets.ts',
    find: 'return onEvm.length > 0 ? onEvm : anywhere;',
    replace: 'return anywhere;',
    says: 'positions of a Solana wallet are asked for, and there are none',
  },
  {
    room: 'sync',
    file: 'src/sync/account/perp-wallet-id.ts',
    find: 'value.gt(values[best]!)',
    replace: 'value.lt(values[best]!)',
    says: 'the desk opens on the perp account that holds nothing',
  },
  {
    room: 'domain',
    file: 'src/domain/time/epoch.ts',
    find: 'time > greatestSeconds ? time : time * 1000',
    replace: 'time * 1000',
    says: 'a time in milliseconds lies in the year 55000',
  },
  {
    room: 'actions',
    file: 'src/actions/transfers/transfer-request.ts',
    find: "=== 'failed'",
    replace: "=== 'rejected'",
    says: 'a transfer that failed under HTTP 200 is reported as done',
  },
  {
    room: 'actions',
    file: 'src/actions/pipeline/owner-limits.ts',
    find: 'maxPct && pct?.gt(maxPct)',
    replace: 'maxPct && pct?.lt(maxPct)',
    says: 'a token that insiders hold is bought without a question',
  },
  {
    room: 'paper',
    file: 'src/paper/http/answer-form.ts',
    find: "const isBare = form === 'loose' || endpoint.id.startsWith('ws.');",
    replace: "const isBare = form === 'loose';",
    says: 'the published form of the socket answers is never met',
  },
];
