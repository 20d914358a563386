import type { CommandSyntax } from '../syntax/command-syntax.ts';

export const decodeSyntax = {
  name: 'decode',
  summary: 'Explain a transaction from its bytes, offline: who signs, what it does, and what it gives away',
  words: [{ name: 'BYTES', summary: 'the transaction, or - to read it from stdin' }],
  options: { json: { summary: 'print JSON' } },
  notes: [
    'Solana transactions in base64 or base58, EVM transactions in hex. Nothing is asked of any service: amounts are base units, and entries of lookup tables stay unnamed.',
    'The exit code is 3 if a step gives something away or is not known.',
  ],
  exitCodes: [[3, 'a step gives something away, or is not known']],
} as const satisfies CommandSyntax;
