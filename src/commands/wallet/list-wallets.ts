import type { OwnWallet } from '../../signing/own-wallet.ts';
import { createWalletStore } from '../../signing/signers/wallet-store.ts';
import type { CommandIo } from '../command.ts';
import { asJson, asLines, asRows } from '../output/format.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { chooseMode, requireWallet } from './wallet-mode.ts';
import { walletListSyntax, walletShowSyntax } from './wallet-syntax.ts';
import { chainsText, placeText } from './wallet-text.ts';

const columns = [
  { id: 'name', title: 'WALLET', priority: 1 },
  { id: 'mode', title: 'MODE', priority: 2 },
  { id: 'chains', title: 'CHAINS', priority: 5 },
  { id: 'address', title: 'ADDRESS', priority: 3, shrinkTo: 12 },
  { id: 'key', title: 'KEY', priority: 4, shrinkTo: 16 },
];

const texts = ({ name, mode, family, address, source }: OwnWallet) => ({
  name,
  mode,
  chains: chainsText(family),
  address,
  key: placeText(source),
});

/** `swapdeck wallet list`: the own wallets and where their keys are. Reads no key. */
export async function runWalletList(args: readonly string[], io: CommandIo): Promise<number> {
  const { format = 'table', paper, live } = readArguments(args, walletListSyntax).values;
  const modes = (['paper', 'live'] as const).filter((mode) => (mode === 'paper' ? !live : !paper));
  const store = createWalletStore(io.paths.stateDir);
  const wallets = modes.flatMap((mode) => store.list(mode));
  if (format === 'table' && wallets.length === 0)
    io.stdout.write('There are no wallets. Add one with: swapdeck wallet add NAME\n');
  else
    io.stdout.write(asRows(format === 'table' ? wallets.map(texts) : wallets.map(asData), columns, format, io.stdout));
  return 0;
}

/** `swapdeck wallet show`: one of them. */
export async function runWalletShow(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, walletShowSyntax);
  const wallet = requireWallet(await chooseMode(values, io), words[0] ?? '', io);
  const { format = 'table' } = values;
  if (format === 'json') io.stdout.write(asJson(wallet));
  else if (format === 'ndjson') io.stdout.write(asLines([wallet]));
  else for (const [title, text] of Object.entries(texts(wallet))) io.stdout.write(`${title.padEnd(8)} ${text}\n`);
  return 0;
}

const asData = (wallet: OwnWallet): Record<string, unknown> => ({ ...wallet });
