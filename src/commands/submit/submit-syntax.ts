import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { liveTargetOptions } from '../target-syntax.ts';

/** The outcome of something that was sent is not known. */
export const unknownExit = 3;

export const submitSyntax = {
  name: 'submit',
  summary: 'Submit one signed transaction, once, after showing what it does and who signed it',
  words: [{ name: 'FILE', summary: 'file with the signed transaction, or - to read it from stdin', complete: 'file' }],
  options: {
    rpc: { summary: 'send it by your own first endpoint for its chain, not by the service' },
    quote: { value: 'ID', summary: 'the quote that it was built for, as the service named it' },
    signer: { value: 'ADDRESS', summary: 'who has signed it, if that is none of your own wallets' },
    wait: { summary: 'follow it until it is confirmed, has failed or has expired; at most 15 minutes' },
    yes: { summary: 'do not ask for SUBMIT to be typed; required without a terminal' },
    'even-so': { summary: 'submit it even if a step gives something away or is not known' },
    format: {
      value: 'FORMAT',
      short: 'o',
      choices: ['text', 'json'],
      summary: 'print the hash alone, or what became of it as JSON; text by default',
    },
    ...liveTargetOptions,
  },
  exclusive: [
    ['rpc', 'quote'],
    ['profile', 'base-url'],
  ],
  notes: [
    'The file holds a Solana transaction in base64, an EVM transaction in hex, or what swapdeck sign -o json prints.',
    'It goes the way of everything that the desk sends: not while trading is halted or a desk has the account open, not above your caps, not while another transaction of that wallet may still land, and never twice. It is journalled before it leaves.',
    'With --rpc the service is asked only which account this is, and for prices.',
  ],
  examples: [
    ['swapdeck sign swap.txt --wallet main -o json > signed.json', 'signs'],
    ['swapdeck submit signed.json --wait', 'asks, submits, and waits until it has landed'],
  ],
  exitCodes: [
    [unknownExit, 'the outcome is unknown, or not known yet with --wait: it may land, and nothing is sent again'],
  ],
} as const satisfies CommandSyntax;
