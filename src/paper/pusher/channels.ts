import { isPresence } from './channel-name.ts';

/** A member of a presence channel; `userInfo` comes from the signed data. */
export interface Member {
  readonly userId: string;
  readonly userInfo: unknown;
}

/** The presence hash of `subscription_succeeded`. */
export interface Presence {
  readonly ids: string[];
  readonly hash: Record<string, unknown>;
  readonly count: number;
}

type Sockets<Socket> = Map<Socket, Member | null>;

/**
 * Subscriptions by channel. A user on several sockets is one member: only the first join and the last leave are
 * announced.
 */
export class Channels<Socket> {
  readonly #channels = new Map<string, Sockets<Socket>>();
  readonly #joined = new Map<Socket, Set<string>>();

  has(channel: string, socket: Socket): boolean {
    return this.#joined.get(socket)?.has(channel) ?? false;
  }

  /** Joins; true if `member` became present. */
  join(channel: string, socket: Socket, member: Member | null): boolean {
    const sockets = this.#channels.get(channel) ?? new Map<Socket, Member | null>();
    const isNew = member !== null && !isPresent(sockets, member.userId);
    this.#channels.set(channel, sockets.set(socket, member));
    this.#joined.set(socket, (this.#joined.get(socket) ?? new Set()).add(channel));
    return isNew;
  }

  /** Leaves; returns the member who left, if any. */
  leave(channel: string, socket: Socket): Member | null {
    const joined = this.#joined.get(socket);
    joined?.delete(channel);
    if (joined?.size === 0) this.#joined.delete(socket);
    const sockets = this.#channels.get(channel);
    const member = sockets?.get(socket) ?? null;
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#channels.delete(channel);
    return sockets && member && !isPresent(sockets, member.userId) ? member : null;
  }

  socketsOf(channel: string): ReadonlyMap<Socket, Member | null> | undefined {
    return this.#channels.get(channel);
  }

  channelsOf(socket: Socket): ReadonlySet<string> {
    return this.#joined.get(socket) ?? new Set();
  }

  memberOf(channel: string, socket: Socket): Member | null {
    return this.#channels.get(channel)?.get(socket) ?? null;
  }

  /** The presence hash of a presence channel, undefined for any other. */
  presence(channel: string): Presence | undefined {
    if (!isPresence(channel)) return undefined;
    const members = [...(this.#channels.get(channel)?.values() ?? [])].filter((member) => member !== null);
    const hash = Object.fromEntries(members.map((member) => [member.userId, member.userInfo]));
    const ids = Object.keys(hash);
    return { ids, hash, count: ids.length };
  }
}

function isPresent(sockets: ReadonlyMap<unknown, Member | null>, userId: string): boolean {
  for (const member of sockets.values()) if (member?.userId === userId) return true;
  return false;
}
