import { formatOption } from '../../output/format-syntax.ts';
import { unknownExit } from '../../submit/submit-syntax.ts';
import type { CommandSyntax } from '../../syntax/command-syntax.ts';
import { liveTargetOptions } from '../../target-syntax.ts';

/** How far back Approval events are searched, unless told. */
export const usualBlocks = 50_000;

export const walletApprovalsSyntax = {
  name: 'wallet approvals',
  summary: 'List who may move the tokens of one of your own wallets, and take that back',
  words: [{ name: 'WALLET', summary: 'the name of the wallet', complete: 'wallet' }],
  options: {
    chain: {
      value: 'CHAIN',
      choices: ['base', 'bsc', 'monad'],
      summary: 'one EVM chain; all with an endpoint by default',
    },
    token: { value: 'ADDRESS', isRepeatable: true, summary: 'look at this token too; with --revoke, at no other' },
    spender: { value: 'ADDRESS', isRepeatable: true, summary: 'look at this spender too; with --revoke, at no other' },
    blocks: {
      value: 'N',
      summary: `search the Approval events of so many blocks; ${usualBlocks} by default, 0 for none`,
    },
    revoke: { summary: 'set them to 0, each after REVOKE was typed' },
    yes: { summary: 'with --revoke: do not ask; --token and --spender must name exactly one' },
    format: {
      ...formatOption('table', ['csv']),
      summary: 'print aligned columns, indented JSON, one JSON value a line, or CSV; table by default',
    },
    live: { summary: 'a live wallet, without a service that has been logged in to' },
    ...liveTargetOptions,
  },
  exclusive: [['live', 'profile', 'base-url']],
  notes: [
    'Your own endpoints are asked for the allowances of tokens that the desk knows (dollar tokens, the tape of the configuration, what the wallets of the service hold), of --token, and of those in Approval events; for the routers that you trust, Permit2, --spender, and those in the events. Nodes cannot list allowances, so there may be others.',
    'An allowance of 2^255 or more is unlimited. What Permit2 allows to others in turn is not listed.',
    'A revoke is approve(spender, 0). It is reviewed, signed, journalled and sent once by your endpoint, and followed until its receipt. On Solana delegates are listed, and not revoked.',
  ],
  examples: [
    ['swapdeck wallet approvals main --chain base', 'lists them'],
    ['swapdeck wallet approvals main --chain base --revoke', 'asks for each, and revokes it'],
  ],
  exitCodes: [[unknownExit, 'the outcome of a revoke is unknown: it may land, and nothing is sent again']],
} as const satisfies CommandSyntax;
