/** The kinds of orders that a child sends, in turns. */
export const orderKinds = ['close', 'margin', 'cancel', 'trigger', 'swap'] as const;
export type OperationKind = (typeof orderKinds)[number];

/** Orders that one child sends at most. */
export const ordersPerChild = 25;

/** Where a child can be made to stop: around each line of the journal and around each request. */
export const lineEvents = ['sent', 'ending', 'interrupted', 'looked', 'resolved'] as const;
export const lineSteps = ['before the write', 'half written', 'before the fsync', 'after the fsync'] as const;
export type ChildStep =
  | `${(typeof lineEvents)[number]}: ${(typeof lineSteps)[number]}`
  | 'before the request'
  | 'answer there';

/** What a child is told; it says on its standard output what it has done, a line each. */
export interface ChildPlan {
  readonly baseUrl: string;
  readonly journalFile: string;
  readonly lockFile: string;
  /** Tells its orders from those of all other children. */
  readonly run: string;
  readonly stopAt: { readonly step: ChildStep; readonly nth: number } | null;
  /** It sends nothing: it ends by itself when every doubt has been looked into. */
  readonly isLast: boolean;
}

/** A name that no other order has. It stands in the body of the request, or in its path where it has none. */
export const orderName = (run: string, index: number): string => `q${run}n${index}q`;
export const kindOf = (index: number): OperationKind => orderKinds[index % orderKinds.length]!;

export const nameIn = (text: string): string | null => /\bq\w+n\d+q\b/.exec(text)?.[0] ?? null;

/** Every position of a run, whether its order was done or not. */
export const namesOf = (run: string, kind: OperationKind): string[] =>
  Array.from({ length: ordersPerChild }, (_, index) => index)
    .filter((index) => kindOf(index) === kind)
    .map((index) => orderName(run, index));

export const walletOf = (run: string): string => `w-${run}`;

/** Of every position before its order. */
export const before = { szi: '1', marginUsed: '100', liquidationPx: '1000' } as const;
export const rules = { szDecimals: 4, maxLeverage: 40 } as const;
export const closePct = 50;
export const marginAmount = '25';
