/** Symbols that counterfeits imitate. */
const majorSymbols = [
  'BTC',
  'WBTC',
  'CBBTC',
  'ETH',
  'WETH',
  'SOL',
  'WSOL',
  'BNB',
  'WBNB',
  'MON',
  'USDC',
  'USDT',
  'DAI',
  'JUP',
  'BONK',
  'WIF',
  'PEPE',
  'TRUMP',
];

// Letters that look Latin in a terminal font, in upper case, where the two scripts agree most.
const cyrillic = { from: 'АВЕЅІЈКМНОРСТУҮХԌԚԜҺ', to: 'ABESIJKMHOPCTYYXGQWH' };
const greek = { from: 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', to: 'ABEZHIKMNOPTYX' };
// Lower-case letters that differ from their capital, and letters without a case mapping.
const others = { from: 'аеорсухѕіјԁνοραικτυѡʋ', to: 'AEOPCYXSIJDVOPAIKTUWU' };

const latinOf = new Map<string, string>();
for (const { from, to } of [cyrillic, greek, others])
  for (const [index, letter] of [...from].entries()) latinOf.set(letter, to[index] ?? '');

const confusedScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
// Chinese, Japanese and Korean names legitimately mix with Latin, and none of their letters looks Latin.
const harmlessLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]/u;

/**
 * Whether a symbol imitates another: it mixes confusable scripts, or looks like a major symbol or one of `against`
 * (symbols of held tokens) without being it. A different case alone is no imitation.
 */
export function isLookalike(symbol: string, against: readonly string[]): boolean {
  if (isMixedScript(symbol)) return true;
  const drawn = skeleton(symbol);
  const same = symbol.toUpperCase();
  const known = [...majorSymbols, ...against];
  return !known.some((name) => name.toUpperCase() === same) && known.some((name) => skeleton(name) === drawn);
}

function isMixedScript(symbol: string): boolean {
  const letters = [...symbol].filter((letter) => /\p{L}/u.test(letter) && !harmlessLetter.test(letter));
  return confusedScripts.some((script) => {
    const inScript = letters.filter((letter) => script.test(letter)).length;
    return inScript > 0 && inScript < letters.length;
  });
}

/** What a symbol looks like: Latin capitals without accents, blanks or dropped marks; 0 as O; 1, l and I as one. */
function skeleton(symbol: string): string {
  const plain = symbol.normalize('NFKD').replace(/[\p{M}\s�]/gu, '');
  return Array.from(plain, (letter) => latinOf.get(letter) ?? latinOf.get(letter.toUpperCase()) ?? letter.toUpperCase())
    .join('')
    .replaceAll('0', 'O')
    .replace(/[1L|]/g, 'I');
}
