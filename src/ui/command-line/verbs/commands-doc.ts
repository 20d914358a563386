import { usagesOf, type Verb } from './verb.ts';
import { verbs } from './verbs.ts';

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const row = (verb: Verb): string =>
  `| ${usagesOf(verb).map(code).join('<br>')} | ${verb.help} | ${verb.examples.map(code).join('<br>')} |`;

/** docs/commands.md, from the table of verbs. */
export function commandsDoc(): string {
  return [
    '# Commands',
    '',
    'Written by `npm run docs` from `src/ui/command-line/verbs/verbs.ts`, which the desk reads too. `:` opens a line at the foot of the',
    'desk. While you type, the line above says what will happen, or what is wrong and what is allowed. `Tab` completes and goes',
    'through the candidates (`⇧Tab` back), `↑` and `↓` go through what was typed before, `Ctrl-U` clears the line, `Ctrl-W` a word.',
    '`⏎` runs it; what cannot be run stays as it was typed. `Esc` leaves. Pasted text is typed, never run.',
    '',
    'A command that could send something opens its form, filled in: what it shows is confirmed there, as always. Only `halt` acts',
    'at once, since it can only stop things. `Ctrl-P` opens the palette: every command of the desk with its key, found by words;',
    'one that cannot be used now says why.',
    '',
    '| what is typed | what it does | examples |',
    '| --- | --- | --- |',
    ...verbs.map(row),
    '',
    '## Words',
    '',
    '- A share is `30%`, `half` or `all`; of a position a whole percentage, of a balance up to two decimals.',
    '- An amount is digits with at most one point; `K`, `M` and `B` multiply it: `1.5K` is 1500, `400M` is 400000000, exactly.',
    '- `50 usd` or `$50` is an amount in USD wherever an amount or a size is typed. The form converts it at the last price, which',
    '  it shows with its age, and rounds down. A token whose price is unknown or older than 30 s takes no amount in USD.',
    '- A token is a symbol or an address; which token that is, the form shows before anything is sent. A sale without `for` buys',
    "  the chain's own coin, and of that USDC.",
    '- The size of a perp order is coins, USD (`500 usd`), a share of the free margin (`25%`) or a risk to the stop (`risk 1%` of the',
    '  equity, `risk 50 usd`). An exit is a price, or a distance from the entry: `2%`, `25t` (ticks), `1.5R` (times the stop).',
    '- `for 24h` or `for 7d` is how long an order waits (without it, 24 hours); `slippage 2%` or `slippage 50bps` is the most that',
    '  a swap may lose to movement (without it, what the form begins with).',
    '- `mcap` is the market cap. `price`, `mcap` and `liquidity` are in USD, `<` and `>` need no blanks around them.',
    '',
    'What was run is kept in `command-history` in the state folder, readable by you alone, 200 lines at most; each session begins',
    'with it.',
    '',
  ].join('\n');
}
