import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What the program says of all it has read from its terminal. */
export interface Told {
  /** Bytes read so far, all of them handled. */
  readonly bytes: number;
  /** Some of them wait for what follows. */
  readonly isHolding: boolean;
  /** Bytes written to the terminal when everything was drawn. */
  readonly drawn: number;
  readonly columns: number;
  readonly rows: number;
}

export interface Request {
  /** Method and path. */
  readonly what: string;
  /** Status, or the code of what went wrong; null while it is open. */
  answer: string | null;
}

type Message =
  | ({ readonly kind: 'handled' } & Told)
  | { readonly kind: 'request'; readonly id: number; readonly what: string }
  | { readonly kind: 'answer'; readonly id: number; readonly how: string }
  | { readonly kind: 'time' };

const tap = `${import.meta.dirname}/tap.js`;
/** The shell opens the two pipes as descriptors 3 and 4, which the program then inherits. */
const inherit = 'exec 3>"$1" 4<"$2"; shift 2; exec "$@"';

/** Two pipes beside the terminal, on which a Node program with tap.js in it tells what it has handled and hears what time does. */
export class Handshake {
  readonly #folder = mkdtempSync(join(tmpdir(), 'swapdeck-driver-'));
  readonly #hears: number;
  readonly #socket: Socket;
  readonly #requests = new Map<number, Request>();
  #told: Told | null = null;
  #asked = 0;
  #answered = 0;

  /** `onNews`: something was told. */
  constructor(onNews: () => void) {
    const paths = this.#paths;
    execFileSync('mkfifo', paths);
    // Both ends are held here, so that neither opening waits and no end is ever seen.
    const [tells, hears] = paths.map((path) => openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
    this.#hears = hears!;
    this.#socket = new Socket({ fd: tells!, readable: true, writable: false });
    createInterface({ input: this.#socket }).on('line', (line) => {
      this.#take(JSON.parse(line) as Message);
      onNews();
    });
  }

  get told(): Told | null {
    return this.#told;
  }

  get requests(): readonly Request[] {
    return [...this.#requests.values()];
  }

  /** Everything that was asked of its time has been done. */
  get isTimely(): boolean {
    return this.#answered === this.#asked;
  }

  /** How to start the Node program with these arguments. */
  command(node: string, args: readonly string[]): [file: string, args: string[]] {
    return ['/bin/sh', ['-c', inherit, 'sh', ...this.#paths, node, '--import', tap, ...args]];
  }

  asks(order: string): void {
    this.#asked++;
    writeSync(this.#hears, `${order}\n`);
  }

  close(): void {
    this.#socket.destroy();
    closeSync(this.#hears);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #paths(): string[] {
    return ['tells', 'hears'].map((name) => join(this.#folder, name));
  }

  #take(message: Message): void {
    if (message.kind === 'handled') this.#told = message;
    else if (message.kind === 'request') this.#requests.set(message.id, { what: message.what, answer: null });
    else if (message.kind === 'time') this.#answered++;
    else {
      const request = this.#requests.get(message.id);
      if (request) request.answer = message.how;
    }
  }
}
