import type { ListedToken, TokenDepth } from '../../actions/search-tokens.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { tokenId } from '../../domain/token.ts';
import { toProblem } from '../../stores/problem.ts';
import type { Desk } from '../desk.ts';
import { graphemes } from '../forms/form-state.ts';
import { type FindChoice, findChoices } from './find-choices.ts';

export interface FoundRow {
  readonly token: ListedToken;
  /** null: not known yet, or its pools could not be read. */
  readonly depth: TokenDepth | null;
  /** Others in the list that go by its symbol. */
  readonly namesakes: number;
}

export interface FindView {
  readonly query: string;
  /** What the list was found for; null before the first answer. */
  readonly foundFor: string | null;
  readonly isSearching: boolean;
  readonly rows: readonly FoundRow[];
  readonly selected: number;
  /** Why the last search failed; null when it did not. */
  readonly problem: string | null;
  /** The token was taken: what to do with it is being asked. */
  readonly isTaken: boolean;
}

/** As short as the shortest symbols that the service lists. */
export const shortestQuery = 2;
const longestQuery = 80;
/** Pools are asked for of those that can be seen without scrolling. */
const mostDepths = 12;

const blankView: FindView = {
  ...{ query: '', foundFor: null, isSearching: false, rows: [], selected: 0, problem: null, isTaken: false },
};

/** Finds a token by symbol, name or address, then asks what to do with it, or hands it over. It sends nothing by itself. */
export class FindController {
  readonly #desk: Desk;
  readonly #close: () => void;
  readonly #handOver: ((token: ListedToken) => void) | null;
  #view: FindView;
  #isOpen = true;

  constructor(desk: Desk, close: () => void, query = '', handOver: ((token: ListedToken) => void) | null = null) {
    this.#desk = desk;
    this.#close = close;
    this.#handOver = handOver;
    this.#view = blankView;
    this.#ask(query);
  }

  get view(): FindView {
    return this.#view;
  }

  get scope(): 'find' | 'found' {
    return this.#view.isTaken ? 'found' : 'find';
  }

  /** What can be done with the token that was taken. */
  get choices(): readonly FindChoice[] {
    const row = this.#view.rows[this.#view.selected];
    return row ? findChoices(this.#desk, row.token) : [];
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

  /** A row that was found; the nearest one where there is none at that place. */
  select(index: number): void {
    const { rows, isTaken } = this.#view;
    if (!isTaken) this.#set({ selected: Math.max(0, Math.min(rows.length - 1, index)) });
  }

  paste(text: string): void {
    if (!this.#view.isTaken) this.#ask(this.#view.query + cleanText(text, longestQuery).trim());
  }

  #take(row: FoundRow | undefined): void {
    if (!row) return;
    if (!this.#handOver) return this.#set({ isTaken: true });
    this.#leave();
    this.#handOver(row.token);
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
    this.#close();
  }

  #set(change: Partial<FindView>): void {
    this.#view = { ...this.#view, ...change };
    this.#desk.scheduler.request();
  }

  #ask(query: string): void {
    this.#set({ query: graphemes(query).slice(0, longestQuery).join('') });
    void this.#search();
  }

  /** One search at a time: what was typed while one is under way is asked for when it is over. */
  async #search(): Promise<void> {
    if (this.#view.isSearching) return;
    for (;;) {
      const wanted = this.#view.query.trim();
      if (!this.#isOpen || wanted === (this.#view.foundFor ?? '')) return;
      if (graphemes(wanted).length < shortestQuery)
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
    for (const token of tokens.slice(0, mostDepths)) {
      const id = tokenId(token);
      void this.#desk.actions.tokenDepth(id).then(
        (depth) => this.#setDepth(id, depth),
        // A token whose pools can't be read stays in the list, without its depth.
        () => {},
      );
    }
  }

  #setDepth(id: string, depth: TokenDepth): void {
    if (!this.#isOpen) return;
    this.#set({ rows: this.#view.rows.map((row) => (tokenId(row.token) === id ? { ...row, depth } : row)) });
  }
}
