import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Random } from '../../platform/time/random.ts';
import type { keyConstraints } from '../../protocol/key-constraints.ts';
import { isReadScope } from './key-scopes.ts';

/** The limits of an API key. */
export type KeyConstraints = z.input<typeof keyConstraints>;

export type KeyKind = 'full' | 'readOnly' | 'limited';
export const keyKinds: readonly KeyKind[] = ['full', 'readOnly', 'limited'];

/** One API key of the paper account. It has its own Pusher app, so that a socket is identified by its key. */
export interface PaperKey {
  readonly kind: KeyKind;
  readonly keyId: string;
  readonly secret: string;
  readonly appKey: string;
  readonly appSecret: string;
  readonly isRevoked: boolean;
}

const generousLimits: KeyConstraints = {
  buysEnabled: true,
  sellsEnabled: true,
  allowCustomGas: true,
  allowBribes: true,
  maxExecutionsPerHour: 60,
  maxExecutionsPerDay: 500,
  maxConcurrentExecutions: 10,
  maxLimitOrdersPerDay: 100,
};

/** Limits low enough to reach within a minute of practice: Solana only, three executions an hour, 50 USD per buy. */
const tightLimits: KeyConstraints = {
  buysEnabled: true,
  sellsEnabled: true,
  allowCustomGas: false,
  allowBribes: false,
  maxExecutionsPerHour: 3,
  maxExecutionsPerDay: 10,
  maxConcurrentExecutions: 1,
  maxLimitOrdersPerDay: 2,
  allowedNetworks: [6],
  maxBuyUsdPerTrade: 50,
  maxBuyUsdPerDay: 120,
  maxSellUsdPerTrade: 250,
  maxSellUsdPerDay: 1_000,
  maxLimitOrderUsdPerOrder: 50,
  maxPriceImpactPct: 5,
  maxSellPositionPct: 25,
  maxSlippageBps: 100,
};

const constraintsOf: Readonly<Record<KeyKind, KeyConstraints | null>> = {
  full: generousLimits,
  readOnly: null,
  limited: tightLimits,
};

/** The three keys of a new paper account; the same ones for the same seeded `random`. */
export const generateKeys = (random: Random): PaperKey[] =>
  keyKinds.map((kind) => ({
    kind,
    keyId: random.hex(6),
    secret: random.hex(20),
    appKey: random.hex(10),
    appSecret: random.hex(10),
    isRevoked: false,
  }));

/** The same keys, with each revoked one replaced: practising revocation never locks an account. */
export const replaceRevoked = (keys: readonly PaperKey[], random: Random): PaperKey[] => {
  const fresh = generateKeys(random);
  return keys.map((key) => (key.isRevoked ? fresh.find(({ kind }) => kind === key.kind)! : key));
};

/** The bearer token of a key: `sk_{keyId}_{secret}`. */
export const tokenOf = (key: PaperKey): string => `sk_${key.keyId}_${key.secret}`;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The account's keys, what each may do, and which are revoked. */
export class KeyRing {
  readonly #allScopes: readonly string[];
  #keys: PaperKey[];
  /** Reduced scopes by key id, for practice. */
  readonly #limited = new Map<string, readonly string[]>();

  /** `allScopes`: every scope of an operation; the full and the limited key have them all. */
  constructor(keys: readonly PaperKey[], allScopes: readonly string[]) {
    this.#keys = [...keys];
    this.#allScopes = [...new Set(allScopes)].sort();
  }

  /**
   * The key of an Authorization header, or null: missing, malformed, unknown and revoked are indistinguishable from
   * outside.
   */
  authenticate(authorization: string | undefined): PaperKey | null {
    const [, keyId, secret] = /^[Bb]earer +sk_([^_\s]+)_(\S+)$/.exec(authorization ?? '') ?? [];
    if (keyId === undefined || secret === undefined) return null;
    const key = this.byId(keyId);
    // Digests have a fixed length, so the comparison time reveals nothing; an unknown key id costs the same.
    const isRight = timingSafeEqual(digest(secret), digest(key?.secret ?? ''));
    return key && isRight && !key.isRevoked ? key : null;
  }

  byId(keyId: string): PaperKey | null {
    return this.#keys.find((key) => key.keyId === keyId) ?? null;
  }

  /** The active key of a Pusher app. */
  byAppKey(appKey: string): PaperKey | null {
    return this.#keys.find((key) => key.appKey === appKey && !key.isRevoked) ?? null;
  }

  scopesOf(key: PaperKey): readonly string[] {
    const left = this.#limited.get(key.keyId);
    return this.#allScopes.filter(
      (scope) => (key.kind !== 'readOnly' || isReadScope(scope)) && (left?.includes(scope) ?? true),
    );
  }

  /** Reduces a key to the named scopes of its own; null restores all. */
  limitScopes(keyId: string, scopes: readonly string[] | null): void {
    if (scopes) this.#limited.set(keyId, scopes);
    else this.#limited.delete(keyId);
  }

  constraintsOf(key: PaperKey): KeyConstraints | null {
    return constraintsOf[key.kind];
  }

  /** Revokes a key permanently. False if there is none with this id. */
  revoke(keyId: string): boolean {
    const isKnown = this.byId(keyId) !== null;
    this.#keys = this.#keys.map((key) => (key.keyId === keyId ? { ...key, isRevoked: true } : key));
    return isKnown;
  }

  /** The Pusher app for streams of other services: derived from the full key, so that it lives as long as that key. */
  clusterApp(): { keyId: string; appKey: string; appSecret: string } {
    const { keyId, appSecret } = this.#keys.find(({ kind }) => kind === 'full')!;
    const derive = (what: string) => createHmac('sha256', appSecret).update(what).digest('hex').slice(0, 20);
    return { keyId, appKey: derive('cluster key'), appSecret: derive('cluster secret') };
  }

  /** One token of each kind. */
  tokens(): Record<KeyKind, string> {
    const token = (kind: KeyKind) => tokenOf(this.#keys.find((key) => key.kind === kind)!);
    return { full: token('full'), readOnly: token('readOnly'), limited: token('limited') };
  }

  snapshot(): PaperKey[] {
    return [...this.#keys];
  }
}
