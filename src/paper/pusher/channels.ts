import { isPresence } from './channel-name.ts';

/** A member of a presence channel: `userInfo` is what was signed with it. */
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

/** Who listens to what. A user on several sockets is one member: the first one in and the last one out are told. */
export class Channels<Socket> {
  readonly #channels = new Map<string, Map<Socket, Member | null>>();

  has(channel: string, socket: Socket): boolean {
    return this.#channels.get(channel)?.has(socket) ?? false;
  }

  /** Joins; true when this made `member` present. */
  join(channel: string, socket: Socket, member: Member | null): boolean {
    const sockets = this.#channels.get(channel) ?? new Map<Socket, Member | null>();
    const isNew = member !== null && !this.#isPresent(sockets, member.userId);
    this.#channels.set(channel, sockets.set(socket, member));
    return isNew;
  }

  /** Leaves; gives the member who is gone with it, if any. */
  leave(channel: string, socket: Socket): Member | null {
    const sockets = this.#channels.get(channel);
    const member = sockets?.get(socket) ?? null;
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#channels.delete(channel);
    return sockets && member && !this.#isPresent(sockets, member.userId) ? member : null;
  }

  socketsOf(channel: string): Iterable<Socket> {
    return this.#channels.get(channel)?.keys() ?? [];
  }

  channelsOf(socket: Socket): string[] {
    return [...this.#channels].filter(([, sockets]) => sockets.has(socket)).map(([channel]) => channel);
  }

  /** The presence hash of a presence channel, undefined for any other. */
  presence(channel: string): Presence | undefined {
    if (!isPresence(channel)) return undefined;
    const members = [...(this.#channels.get(channel)?.values() ?? [])].filter((member) => member !== null);
    const hash = Object.fromEntries(members.map((member) => [member.userId, member.userInfo]));
    const ids = Object.keys(hash);
    return { ids, hash, count: ids.length };
  }

  #isPresent(sockets: ReadonlyMap<Socket, Member | null>, userId: string): boolean {
    return [...sockets.values()].some((member) => member?.userId === userId);
  }
}
