export interface Candidate {
  readonly text: string;
  /** Description shown beside it. */
  readonly help: string;
}

export interface Completion {
  /** Start of the word being typed, in UTF-16 units. */
  readonly from: number;
  readonly candidates: readonly Candidate[];
}
