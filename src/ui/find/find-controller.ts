import type { DeskActions } from '../../actions/desk-actions.ts';
import type { ListedToken, TokenDepth } from '../../actions/tokens/search-tokens.ts';
import { tokenId } from '../../domain/market/token.ts';
import { clamp } from '../../domain/numbers/clamp.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { toProblem } from '../../stores/problem.ts';
import { graphemes } from '../forms/form-state.ts';
import type { Keymap } from '../keys/keymap.ts';

export interface FoundRow {
  readonly token: ListedToken;
  /** null while loading or if its pools could not be read. */
  readonly depth: TokenDepth | null;
  /** Number of other results with the same symbol. */
  readonly namesakes: number;
}

export interface FindView {
  readonly query: string;
  /** Query of the current results; null before the first response. */
  readonly foundFor: string | null;
  readonly isSearching: boolean;
  readonly rows: readonly FoundRow[];
  readonly selected: number;
  /** Error of the last search; null if it succeeded. */
  readonly problem: string | null;
  /** A token was chosen; its actions are shown. */
  readonly isTaken: boolean;
}

export interface FindChoice {
  /** Id in the command table. */
  readonly commandId: CommandId;
  readonly title: string;
  /** Why it is unavailable; null if it is available. */
  readonly why: string | null;
  run(): void;
}

interface FindDeps {
  readonly actions: Pick<DeskActions, 'searchTokens' | 'tokenDepth'>;
  readonly keymap: Keymap;
  readonly scheduler: { request(): void };
}

/** What to do with the chosen token: pass it to a form, or offer actions. */
export interface FindUse {
  readonly onTake?: (token: ListedToken) => void;
  choices(token: ListedToken): readonly FindChoice[];
  close(): void;
}

/** Length of the shortest symbols that the service lists. */
export const minQueryLength = 2;
const maxQueryLength = 80;
/** Pools are requested only for results visible without scrolling. */
const maxDepthReads = 12;

const blankView: FindView = {
  query: '',
  foundFor: null,
  isSearching: false,
  rows: [],
  selected: 0,
  problem: null,
  isTaken: false,
};

/** Searches a token by symbol, name or address, then offers actions or passes it to a callback. Sends nothing itself. */
export class FindController {
  readonly #desk: FindDeps;
  readonly #use: FindUse;
  #view: FindView;
  #isOpen = true;

  constructor(desk: FindDeps, use: FindUse, query = '') {
    this.#desk = desk;
    this.#use = use;
    this.#view = blankView;
    this.#ask(query);
  }

  get view(): FindView {
    return this.#view;
  }

  get scope(): 'find' | 'found' {
    return this.#view.isTaken ? 'found' : 'find';
  }

  /** Actions for the chosen token. */
  get choices(): readonly FindChoice[] {
    const row = this.#view.rows[this.#view.selected];
    return row ? this.#use.choices(row.token) : [];
  }

  key(key: string): void {
    const id = this.#desk.keymap.find(key, [this.scope])?.id ?? '';
    if (this.#view.isTaken) return this.#choose(id);
    const { query, rows, selected } = this.#view;
    if (id === 'find.leave') return this.#leave();
    if (id === 'find.up') return this.select(selected - 1);
    if (id === 'find.down') return this.select(selected + 1);
    if (id === 'find.take') return this.#take(rows[selected]);
    if (key === 'C-u') this.#ask('');
    else if (key === 'Backspace') this.#ask(graphemes(query).slice(0, -1).join(''));
    else if (key === 'Space') this.#ask(`${query} `);
    else if (graphemes(key).length === 1) this.#ask(query + key);
  }

  /** Selects a result; the index is clamped. */
  select(index: number): void {
    const { rows, isTaken } = this.#view;
    if (!isTaken) this.#set({ selected: clamp(index, 0, rows.length - 1) });
  }

  paste(text: string): void {
    if (!this.#view.isTaken) this.#ask(this.#view.query + cleanText(text, maxQueryLength).trim());
  }

  #take(row: FoundRow | undefined): void {
    if (!row) return;
    const { onTake } = this.#use;
    if (!onTake) return this.#set({ isTaken: true });
    this.#leave();
    onTake(row.token);
  }

  #choose(id: string): void {
    if (id === 'found.back') return this.#set({ isTaken: false });
    const choice = this.choices.find(({ commandId }) => commandId === id);
    if (!choice || choice.why !== null) return;
    this.#leave();
    choice.run();
  }

  #leave(): void {
    this.#isOpen = false;
    this.#use.close();
  }

  #set(change: Partial<FindView>): void {
    this.#view = { ...this.#view, ...change };
    this.#desk.scheduler.request();
  }

  #ask(query: string): void {
    this.#set({ query: graphemes(query).slice(0, maxQueryLength).join('') });
    void this.#search();
  }

  /** Runs one search at a time; a query typed meanwhile is searched afterwards. */
  async #search(): Promise<void> {
    if (this.#view.isSearching) return;
    for (;;) {
      const wanted = this.#view.query.trim();
      if (!this.#isOpen || wanted === (this.#view.foundFor ?? '')) return;
      if (graphemes(wanted).length < minQueryLength)
        return this.#set({ foundFor: null, rows: [], selected: 0, problem: null });
      this.#set({ isSearching: true, problem: null });
      const result = await this.#answer(wanted);
      this.#set({ ...result, foundFor: wanted, selected: 0, isSearching: false });
      if (this.#view.problem === null) this.#readDepths(this.#view.rows.map(({ token }) => token));
    }
  }

  async #answer(wanted: string): Promise<Partial<FindView>> {
    try {
      const tokens = await this.#desk.actions.searchTokens(wanted);
      const symbols = tokens.map(({ symbol }) => symbol.toLowerCase());
      const namesakes = (symbol: string): number =>
        symbols.filter((other) => other === symbol.toLowerCase()).length - 1;
      return { rows: tokens.map((token) => ({ token, depth: null, namesakes: namesakes(token.symbol) })) };
    } catch (error) {
      const { code, message } = toProblem(error);
      return { rows: [], problem: `${cleanText(code, 40)} ${cleanText(message, 200)}` };
    }
  }

  #readDepths(tokens: readonly ListedToken[]): void {
    for (const token of tokens.slice(0, maxDepthReads)) {
      const id = tokenId(token);
      void this.#desk.actions.tokenDepth(id).then(
        (depth) => this.#setDepth(id, depth),
        // If the pools cannot be read, the token stays listed without depth.
        () => {},
      );
    }
  }

  #setDepth(id: string, depth: TokenDepth): void {
    if (!this.#isOpen) return;
    this.#set({ rows: this.#view.rows.map((row) => (tokenId(row.token) === id ? { ...row, depth } : row)) });
  }
}
