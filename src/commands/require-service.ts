import type { Config } from '../platform/config/config-schema.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import type { CommandIo } from './command.ts';
import { resolveTarget, type ServiceTarget, type TargetChoice, TargetError } from './target.ts';

/** The service of a command that a temporary paper service is no use to. Rejects as `resolveTarget`. */
export async function requireService(
  choice: TargetChoice,
  io: CommandIo,
  config: Config,
  keychain: Keychain,
): Promise<ServiceTarget> {
  const target = await resolveTarget(choice, io, config, keychain);
  if (!target.isEmbedded) return target;
  throw new TargetError(
    'There is no service to call. Log in with: swapdeck login. Or start one with: swapdeck paper, and set --base-url and SWAPDECK_API_KEY.',
  );
}
