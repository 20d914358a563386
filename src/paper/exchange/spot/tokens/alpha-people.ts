/* Who calls tokens on paper, where, and with which words; `SYM` stands for the token. */

export interface Caller {
  readonly username: string;
  /** What tends to follow their calls; as many bring a rise as a fall, so that calls give prices no trend. */
  readonly effect: 'rise' | 'fall' | null;
}

export const callers: readonly Caller[] = [
  { username: '0xmarlow', effect: null },
  { username: 'lena.sol', effect: null },
  { username: 'tapereader', effect: 'rise' },
  { username: 'northpole', effect: null },
  { username: 'quietwhale', effect: 'rise' },
  { username: 'cap_n_chart', effect: 'fall' },
  { username: 'basedmira', effect: 'fall' },
  { username: 'obiwatch', effect: null },
];
export const strangers = ['Degen Desk', 'Chain Gang', 'Morning Calls', 'whale wallets'];
export const postscript = ' (still in)';
export const remarks = [
  'SYM looks ready, buyers are stepping up',
  'adding a little SYM here, stop below the last low',
  'SYM volume doubled in the last hour',
  'careful with SYM, somebody is selling into every bounce',
  'SYM back above where it broke down, watching',
];
