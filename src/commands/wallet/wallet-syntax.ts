import { formatOption } from '../output/format-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';

/** The options that choose between paper and live wallets. */
export const modeOptions = {
  paper: { summary: 'the wallets that sign for paper services' },
  live: { summary: 'the wallets that sign for live services' },
} as const;
export const modeGroup = ['paper', 'live'] as const;
export const modeNote =
  'Paper and live wallets are kept apart, and neither signs for the other. Without --paper and --live, it is a live wallet if the configured profile has logged in to a live service, and a paper wallet otherwise.';

const name = { name: 'NAME', summary: 'the name of the wallet', complete: 'wallet' } as const;

export const walletAddSyntax = {
  name: 'wallet add',
  summary: 'Add a wallet of your own, whose key signs on this machine',
  words: [
    { name: 'NAME', summary: 'a name of your choice' },
    {
      name: 'COMMAND',
      summary: 'with --external: the program that signs and its arguments, after --',
      isOptional: true,
      isRepeatable: true,
    },
  ],
  options: {
    solana: { summary: 'a Solana wallet' },
    evm: { summary: 'an EVM wallet: one address on Base, BNB Chain and Monad' },
    generate: { summary: 'make a new key, with --solana or --evm' },
    keypair: { value: 'FILE', summary: 'take the key from a keypair file of the Solana CLI', complete: 'file' },
    'key-file': {
      value: 'PATH',
      summary: 'encrypt the key into this new file instead of the keychain',
      complete: 'file',
    },
    external: { summary: 'a program of yours signs: COMMAND' },
    export: {
      value: 'FOLDER',
      summary: 'only write unsigned transactions to this folder, and read signed ones back from it',
      complete: 'folder',
    },
    address: { value: 'ADDRESS', summary: 'the address; required with --external and --export, otherwise checked' },
    ...modeOptions,
  },
  exclusive: [['solana', 'evm'], ['generate', 'keypair', 'external', 'export'], modeGroup],
  notes: [
    'The key is asked for, and not echoed, or read from a pipe. It is never an argument: those are visible to other programs. Solana keys: base58 or the JSON of a keypair file. EVM keys: 0x and 64 hex digits.',
    modeNote,
  ],
  examples: [
    ['swapdeck wallet add main --solana --generate --paper', 'a new key in the keychain'],
    ['swapdeck wallet add cold --keypair ~/.config/solana/id.json --key-file ~/cold.key', 'into an encrypted file'],
    ['swapdeck wallet add hw --external --address ADDRESS -- ./signer --device 1', 'a program signs'],
  ],
} as const satisfies CommandSyntax;

export const walletListSyntax = {
  name: 'wallet list',
  summary: 'List your own wallets and where their keys are',
  options: { format: formatOption('table'), ...modeOptions },
  exclusive: [modeGroup],
  notes: ['Without --paper and --live, all of them.'],
} as const satisfies CommandSyntax;

export const walletShowSyntax = {
  name: 'wallet show',
  summary: 'Show one of your own wallets: its address and where its key is, never the key',
  words: [name],
  options: { format: formatOption('table'), ...modeOptions },
  exclusive: [modeGroup],
  notes: [modeNote],
} as const satisfies CommandSyntax;

export const walletRemoveSyntax = {
  name: 'wallet remove',
  summary: 'Remove one of your own wallets, and its key from the keychain',
  words: [name],
  options: { yes: { summary: 'do not ask for the name to be typed again' }, ...modeOptions },
  exclusive: [modeGroup],
  notes: ['An encrypted key file is never deleted.', modeNote],
} as const satisfies CommandSyntax;
