/* Who calls tokens on paper, where, and with which words; `SYM` stands for the token. */

export const callers = [
  '0xmarlow',
  'lena.sol',
  'tapereader',
  'northpole',
  'quietwhale',
  'cap_n_chart',
  'basedmira',
  'obiwatch',
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
