import { allChains, type Chain, chains } from '../../domain/market/chain.ts';
import { parseAmount } from '../../domain/numbers/amount.ts';
import { createOwnDesk, type OwnDesk } from '../../own-desk.ts';
import { isLoopbackUrl } from '../../platform/config/base-url.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { API_KEY_VARIABLE } from '../../platform/secrets/secrets.ts';
import { askLine } from '../../platform/terminal/key-input.ts';
import type { Service } from '../../service.ts';
import type { ChainRpc } from '../../signing/chain/chain-rpc.ts';
import type { OwnWallet } from '../../signing/own-wallet.ts';
import type { SigningPolicy } from '../../signing/rules/review.ts';
import { trustedPrograms } from '../../signing/rules/trusted-programs.ts';
import { createWalletStore } from '../../signing/signers/wallet-store.ts';
import type { CommandIo } from '../command.ts';
import { firstFrame } from './first-frame/first-frame.ts';

/**
 * The own wallets of the service's mode: paper never sees a live one. Asks for the passphrases of encrypted files, because a
 * full-screen desk cannot. Null if there is no such wallet.
 */
export async function openOwnDesk(
  { mode, baseUrl }: Pick<Service, 'mode' | 'baseUrl'>,
  config: Config,
  io: CommandIo,
): Promise<OwnDesk | null> {
  const { stateDir } = io.paths;
  if (mode === 'replay') return null;
  const wallets = createWalletStore(stateDir).list(mode);
  if (wallets.length === 0) return null;
  const passphrases = await askPassphrases(wallets, io);
  const rpcs = await openRpcs({ mode, baseUrl }, config, io);
  return createOwnDesk({
    wallets,
    rpcs,
    policy: policyOf(mode, config),
    submitBy: config.signing.submitBy,
    async sign(wallet, transaction, summary) {
      const { signTransaction } = await import('../../signing/signers/sign-transaction.ts');
      return signTransaction(wallet, transaction, {
        summary,
        clock: io.clock,
        signal: io.signal,
        secrets: [API_KEY_VARIABLE],
        ...(passphrases.size > 0 && { askPassphrase: async (file: string) => passphrases.get(file) ?? '' }),
      });
    },
  });
}

/** The endpoints by chain, each opened when it is first asked for. */
export async function openRpcs(
  { mode, baseUrl }: { readonly mode: 'paper' | 'live'; readonly baseUrl: string },
  config: Config,
  { clock }: CommandIo,
): Promise<(chain: Chain) => readonly ChainRpc[]> {
  const { createChainRpc } = await import('../../signing/chain/create-chain-rpc.ts');
  const known = new Map<Chain, readonly ChainRpc[]>();
  return (chain) => {
    const open = () => rpcUrls(mode, baseUrl, config, chain).map((url) => createChainRpc(chain, url, { clock }));
    const found = known.get(chain) ?? open();
    known.set(chain, found);
    return found;
  };
}

/** Paper's chains have nodes of their own; a configured one counts in paper mode only if it is on this machine. */
function rpcUrls(mode: 'paper' | 'live', baseUrl: string, { rpc }: Config, chain: Chain): readonly string[] {
  const configured = rpc[chain];
  if (mode === 'live') return configured;
  const local = configured.filter(isLoopbackUrl);
  return local.length > 0 ? local : [`${baseUrl}/paper/rpc/${chain}`];
}

/** What the configuration lets be signed. */
export function policyOf(mode: 'paper' | 'live', { signing }: Config): SigningPolicy {
  const lower = (key: string) => (key.includes(':0x') ? key.toLowerCase() : key);
  const most = allChains.map((chain) => {
    const { nativeDecimals, nativeSymbol } = chains[chain];
    return [chain, parseAmount(signing.maxFee[chain], nativeDecimals, nativeSymbol)] as const;
  });
  return {
    programs: trustedPrograms(mode, signing.programs.map(lower)),
    allowUnknown: new Set(signing.allowUnknown.map(lower)),
    maxFee: Object.fromEntries(most) as Record<Chain, bigint>,
  };
}

async function askPassphrases(wallets: readonly OwnWallet[], io: CommandIo): Promise<ReadonlyMap<string, string>> {
  const files = new Set(wallets.flatMap(({ source }) => (source.kind === 'file' ? [source.file] : [])));
  const passphrases = new Map<string, string>();
  if (!io.stdin.isTTY) return passphrases;
  for (const file of files) {
    firstFrame()?.putAway();
    const typed = await askLine({
      prompt: `Passphrase of ${file} (Enter alone: it cannot sign): `,
      isSecret: true,
      stdin: io.stdin,
      output: io.stderr,
      signal: io.signal,
    });
    if (typed !== '') passphrases.set(file, typed);
  }
  return passphrases;
}
