import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { modeGroup, modeNote, modeOptions } from '../wallet/wallet-syntax.ts';

export const signSyntax = {
  name: 'sign',
  summary: 'Sign one transaction with a wallet of your own, after showing what it does',
  words: [
    { name: 'FILE', summary: 'file with the unsigned transaction, or - to read it from stdin', complete: 'file' },
  ],
  options: {
    wallet: { value: 'NAME', summary: 'the wallet that signs', complete: 'wallet' },
    ...modeOptions,
    yes: { summary: 'do not ask for SIGN to be typed; required without a terminal' },
    'even-so': { summary: 'sign it even if a step gives something away or is not known' },
    format: {
      value: 'FORMAT',
      short: 'o',
      choices: ['text', 'json'],
      summary: 'print the signed transaction alone, or with its chain and hash as JSON; text by default',
    },
  },
  exclusive: [modeGroup],
  notes: [
    'The file holds a Solana transaction in base64, an EVM transaction in hex, or a request of the signer protocol as JSON. Nothing is sent to any service.',
    modeNote,
  ],
  examples: [['swapdeck sign swap.txt --wallet main -o json', 'asks, signs, prints']],
} as const satisfies CommandSyntax;
