import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, seededRandom } from '../../src/platform/time/random.ts';
import { keySequence } from '../driver/key-sequence.ts';
import { resultsFolder } from '../driver/left-behind.ts';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import type { Screen } from '../driver/screen.ts';
import { lever } from '../scenarios/paper-levers.ts';
import { JournalCheck, sentByJournal } from './desk-journal.ts';
import { journey } from './journeys.ts';
import { confirmingMove, type Move, pastedMove, pressedMove, randomMove, typedMove } from './random-moves.ts';
import { type RequestLog, startRequestLog } from './request-log.ts';
import { faultsOf } from './screen-rules.ts';
import { askedBy, isTooSmall, leadsOut } from './what-is-asked.ts';

export interface WalkOptions {
  readonly seed: number;
  readonly keys: number;
  /** False: no key is pressed that could send what is on screen. */
  readonly mayConfirm: boolean;
  readonly leaveBy: 'q' | 'C-c';
  /** Moves of an earlier walk, to be made again instead of new ones. */
  readonly replay?: readonly Move[];
}

export interface WalkReport {
  readonly keys: number;
  readonly moves: number;
  readonly confirmations: number;
  readonly sent: number;
  readonly mutations: number;
  readonly requests: number;
  readonly startMb: number;
  readonly endMb: number;
}

/** A confirmation hears nothing until it has been on screen for 300 ms. */
const armed: Move = { kind: 'ages', ms: 320 };
const shownMoves = 200;

/** Walks at random over a desk on a paper service of its own. Throws with the seed and the last moves when a rule is broken. */
export async function walk(options: WalkOptions): Promise<WalkReport> {
  const paper = await startPaper({ seed: options.seed });
  try {
    let journal: JournalCheck | null = null;
    await using requests = await startRequestLog(paper.baseUrl, (mutation) => journal?.take(mutation));
    await using desk = await openDesk({
      columns: 120,
      rows: 40,
      args: ['--base-url', requests.baseUrl],
      env: { SWAPDECK_API_KEY: paper.apiKey },
    });
    journal = new JournalCheck(desk.home);
    return await new Walk(options, { paper, requests, desk, journal }).run();
  } finally {
    await paper.kill();
  }
}

interface Place {
  readonly paper: PaperProcess;
  readonly requests: RequestLog;
  readonly desk: Desk;
  readonly journal: JournalCheck;
}

class Walk {
  readonly #options: WalkOptions;
  readonly #place: Place;
  readonly #random: Random;
  readonly #moves: Move[] = [];
  /** As it stood when all that was sent so far had been drawn. */
  #screen: Screen;
  #keys = 0;
  /** Confirming keys pressed where a single order was asked about, or one-click was armed. */
  #confirmations = 0;
  /** A whole list was confirmed: one word, any number of requests. */
  #hasBulk = false;

  constructor(options: WalkOptions, place: Place) {
    this.#options = options;
    this.#place = place;
    this.#random = seededRandom(options.seed);
    this.#screen = place.desk.screen();
  }

  async run(): Promise<WalkReport> {
    const { desk, requests, journal } = this.#place;
    try {
      await desk.seesWhere(
        (screen) => ['● Connected', /▸ BTC +\+0\.15000 /].every((sign) => screen.shows(sign)),
        'the desk with its data',
      );
      this.#screen = desk.screen();
      const startMb = residentMb(desk);
      await this.#walk();
      const endMb = residentMb(desk);
      await this.#leave();
      this.#checkRequests();
      return {
        keys: this.#keys,
        moves: this.#moves.length,
        confirmations: this.#confirmations,
        sent: sentByJournal(desk.home).length,
        mutations: requests.mutations.length,
        requests: requests.count,
        startMb: Math.round(startMb),
        endMb: Math.round(endMb),
      };
    } catch (error) {
      throw this.#failure(error, journal);
    }
  }

  async #walk(): Promise<void> {
    const { replay } = this.#options;
    if (replay) for (const move of replay) await this.#make(move);
    else while (this.#keys < this.#options.keys) await this.#step();
  }

  async #step(): Promise<void> {
    const screen = this.#screen;
    if (isTooSmall(screen) && this.#random.next() < 0.4) return this.#make({ kind: 'resize', columns: 120, rows: 40 });
    const asked = askedBy(screen);
    if (asked?.isArmedAlone && !this.#options.mayConfirm) return this.#disarm();
    const turn = this.#random.next();
    const isAllowed = this.#options.mayConfirm || asked === null;
    if (isAllowed && !leadsOut(screen)) {
      if (asked?.word && turn < 0.3) return this.#typeWord(asked.word);
      if (asked && !asked.isArmedAlone && turn < 0.35) return this.#confirm(turn < 0.3 && screen.shows('Send (y)'));
      if (turn < 0.14) return this.#make(confirmingMove(this.#random, 'Enter'));
      if (turn < 0.17) return this.#make(confirmingMove(this.#random, 'y'));
    }
    if (this.#options.mayConfirm && turn > 0.997) return this.#make(typedMove('H'));
    if (this.#options.mayConfirm && turn > 0.95 && screen.shows(/ (HALTED|REDUCING) /)) return this.#resume();
    if (turn > (this.#options.mayConfirm ? 0.88 : 0.92)) return this.#travel();
    if (this.#random.next() < 0.003) return this.#losePasteEnd();
    await this.#make(randomMove(this.#random));
  }

  /** Trades again where trading was stopped: by a form, and the word that it asks for. */
  async #resume(): Promise<void> {
    await this.#toDesk();
    for (const key of ['H', 'Down', 'Down', 'Enter']) await this.#make(this.#key(key));
    const word = askedBy(this.#screen)?.word;
    if (word) await this.#typeWord(word);
  }

  /** A menu's key would send at once: that is no walk without confirmations. */
  async #disarm(): Promise<void> {
    await this.#toDesk();
    await this.#make(this.#key('!'));
  }

  async #toDesk(): Promise<void> {
    for (const key of ['Esc', 'Tab', 'Esc', 'Tab', 'Esc']) await this.#make(this.#key(key));
  }

  /** To the desk, to something that can be sent, and on to its confirmation. */
  async #travel(): Promise<void> {
    await this.#toDesk();
    for (const leg of journey(this.#random)) {
      await this.#goes(leg);
      const asked = askedBy(this.#screen);
      const isFree = asked === null || (asked.isArmedAlone && this.#options.mayConfirm);
      if (isFree && !leadsOut(this.#screen)) await this.#make(this.#key('Enter'));
    }
    const asked = askedBy(this.#screen);
    if (!asked || asked.isArmedAlone) return;
    if (!this.#options.mayConfirm) return this.#dwell();
    if (this.#random.next() < 0.3) return;
    await (asked.word ? this.#typeWord(asked.word) : this.#confirm(true));
  }

  async #goes(leg: readonly (string | number)[]): Promise<void> {
    let keys: string[] = [];
    for (const step of leg) {
      if (typeof step === 'string') keys.push(step);
      else {
        await this.#make(pressedMove(keys));
        await this.#make({ kind: 'ages', ms: step });
        await this.#make({ kind: 'answers' });
        keys = [];
      }
    }
    if (keys.length > 0) await this.#make(pressedMove(keys));
  }

  /** A paste without its end holds the keys for a while; then they are heard again, whether its end comes late or never. */
  async #losePasteEnd(): Promise<void> {
    await this.#make(pastedMove('\x1b[200~lost\ry'));
    await this.#make({ kind: 'settles' });
    await this.#make(this.#key('Tab'));
    await this.#make(pastedMove('late\x1b[201~'));
  }

  /** Presses what does not confirm at a confirmation that would hear it. */
  async #dwell(): Promise<void> {
    await this.#make(armed);
    for (let left = 6; left > 0 && askedBy(this.#place.desk.screen()); left--) {
      this.#screen = this.#place.desk.screen();
      await this.#make(randomMove(this.#random));
    }
  }

  async #typeWord(word: string): Promise<void> {
    // What was typed there before is taken away first.
    await this.#make(typedMove('\x7f'.repeat(24)));
    await this.#make(typedMove(word));
    if (this.#random.next() < 0.8) await this.#make(armed);
    if (askedBy(this.#screen)?.word === word) await this.#make(this.#key('Enter'));
  }

  /** Presses the confirming key, once the confirmation is armed or without waiting for that. */
  async #confirm(isPatient: boolean): Promise<void> {
    if (isPatient) await this.#make(armed);
    if (askedBy(this.#screen)) await this.#make(this.#key(this.#random.next() < 0.7 ? 'y' : 'Enter'));
  }

  #key(name: string): Move {
    return { kind: 'keys', bytes: keySequence(name), keys: 1 };
  }

  async #make(move: Move): Promise<void> {
    const { desk, requests, paper } = this.#place;
    this.#moves.push(move);
    switch (move.kind) {
      case 'ages':
        return desk.ages(move.ms);
      case 'answers':
        await desk.answers();
        break;
      case 'settles':
        await desk.settles();
        break;
      case 'numbers':
        return requests.changesNumbers(move.answers);
      case 'fault':
        return void (await lever(paper, 'POST', move.path, move.body));
      case 'resize':
        this.#keys++;
        if (move.isHasty) return desk.resizesUnheard(move.columns, move.rows);
        await desk.resizes(move.columns, move.rows);
        break;
      case 'keys':
        this.#note(move, this.#screen);
        this.#keys += move.keys;
        await this.#send(move);
    }
    this.#screen = desk.screen();
    this.#check();
  }

  async #send({ bytes, cutAt = 0 }: Extract<Move, { kind: 'keys' }>): Promise<void> {
    const { desk } = this.#place;
    if (cutAt > 0) await desk.sends(Buffer.from(bytes.slice(0, cutAt), 'latin1'));
    await desk.sends(Buffer.from(bytes.slice(cutAt), 'latin1'));
  }

  /** What the screen asked when a key was pressed that answers it. */
  #note(move: Extract<Move, { kind: 'keys' }>, screen: Screen): void {
    const isConfirming = /^[\ry]/.test(move.bytes);
    const asked = askedBy(screen);
    // Where one-click is armed, every key of a menu may send.
    if (asked?.isArmedAlone) this.#confirmations += move.keys;
    else if (!isConfirming) return;
    else if (asked?.isBulk) this.#hasBulk = true;
    else if (asked) this.#confirmations++;
  }

  #check(): void {
    const { requests, journal } = this.#place;
    const faults = faultsOf(this.#screen);
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${this.#screen.text()}`);
    if (journal.unexplained.length > 0)
      throw new Error(`no journal line explains ${JSON.stringify(journal.unexplained[0])}`);
    if (!this.#options.mayConfirm && requests.mutations.length > 0)
      throw new Error(`nothing was confirmed, and this arrived: ${JSON.stringify(requests.mutations[0])}`);
  }

  /** Back to the desk from wherever it is, out of it, and the terminal is as it was. */
  async #leave(): Promise<void> {
    const { desk, paper, requests } = this.#place;
    await lever(paper, 'DELETE', 'faults');
    requests.changesNumbers(0);
    await desk.resizes(120, 40);
    await desk.sends('\x1b[200~lost');
    await desk.settles();
    // Another key between two of them: the same one again could be one that is held, and means nothing.
    for (let tries = 0; !desk.screen().shows('q quit'); tries++) {
      if (tries > 40) throw new Error(`Esc does not lead back to the desk\n${desk.screen().text()}`);
      await desk.press(tries % 2 === 0 ? 'Esc' : 'Tab');
    }
    await desk.seesWhere(
      () => sentByJournal(desk.home).every(({ ending }) => ending !== null),
      'all that was sent to end',
    );
    await desk.press(this.#options.leaveBy);
    const { code, after } = await desk.exits();
    const isRestored =
      !after.isAlternate && after.cursor.isVisible && !after.modes.bracketedPaste && !after.modes.mouse;
    if (code !== 0 || !isRestored || after.text() !== '')
      throw new Error(`it left with code ${code}, and the terminal is not as it was:\n${after.text()}`);
    if (this.#log() !== null) throw new Error('it has logged something');
  }

  /** What the desk has written to its log; null where there is none. */
  #log(): string | null {
    const file = join(this.#place.desk.home, 'state/swapdeck.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  }

  #checkRequests(): void {
    const { desk, journal } = this.#place;
    const sent = sentByJournal(desk.home);
    const lost = journal.neverArrived();
    if (lost.length > 0) throw new Error(`the journal tells of what never arrived: ${JSON.stringify(lost[0])}`);
    if (!this.#hasBulk && sent.length > this.#confirmations)
      throw new Error(`${sent.length} requests from ${this.#confirmations} confirmations`);
  }

  #failure(error: unknown, journal: JournalCheck): Error {
    const { seed } = this.#options;
    mkdirSync(resultsFolder, { recursive: true });
    const file = join(resultsFolder, `walk-${seed}.json`);
    writeFileSync(file, JSON.stringify({ ...this.#options, replay: this.#moves }));
    const last = this.#moves.slice(-shownMoves).map((move) => JSON.stringify(move));
    const again = `SWAPDECK_WALK_REPLAY=${file} makes these moves again`;
    const log = this.#log();
    return new Error(
      `seed ${seed}, after ${this.#keys} keys: ${error instanceof Error ? error.message : String(error)}\n${log === null ? '' : `its log:\n${log}\n`}` +
        `${journal.unexplained.length} unexplained requests. ${again}; the last of them:\n${last.join('\n')}`,
    );
  }
}

/** Memory that the desk has, MB. */
function residentMb({ pid }: Desk): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
