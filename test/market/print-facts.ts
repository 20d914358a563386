// node test/market/print-facts.ts [SEED]: what the paper market's past is like, over 500 days, beside what is published of real ones.
import { PricePaths } from '../../src/paper/exchange/prices/price-paths.ts';
import { factsOf, openedMs, pastOf, togetherness } from './market-facts.ts';

const coins = ['BTC', 'ETH', 'SOL', 'DOGE', 'JUP', 'WIF'];
const days = 500;
const seed = Number(process.argv[2] ?? 1);
const paths = new PricePaths({ seed, openedMs, scale: 1 });
const pasts = new Map(coins.map((coin) => [coin, pastOf(paths, coin, days)]));
const facts = new Map([...pasts].map(([coin, past]) => [coin, factsOf(past)]));
const pct = (value: number): string => `${Math.round(value * 100)} %`;

const rows: readonly (readonly [name: string, published: string, of: (coin: string) => string])[] = [
  [
    'annual volatility',
    'BTC 40–60 %, ETH 55–80 %, SOL 70–110 %, small 100–250 %',
    (coin) => pct(facts.get(coin)!.volatility),
  ],
  ['kurtosis of minutes', '> 10', (coin) => facts.get(coin)!.kurtosis.minute.toFixed(1)],
  ['kurtosis of hours', '6 – 20', (coin) => facts.get(coin)!.kurtosis.hour.toFixed(1)],
  ['kurtosis of days', '4 – 10', (coin) => facts.get(coin)!.kurtosis.day.toFixed(1)],
  ['autocorrelation of minutes', 'near 0', (coin) => facts.get(coin)!.autocorrelation.toFixed(3)],
  ['of their sizes, a minute on', '0.2 – 0.4', (coin) => facts.get(coin)!.memory[1].toFixed(2)],
  ['an hour on', 'decays slowly', (coin) => facts.get(coin)!.memory[60].toFixed(2)],
  ['a day on', '0.05 – 0.2', (coin) => facts.get(coin)!.memory[1440].toFixed(2)],
  ['a week on', '> 0', (coin) => facts.get(coin)!.memory[10080].toFixed(2)],
  ['volume with size of return', '0.4 – 0.8', (coin) => facts.get(coin)!.volumeWithSize.toFixed(2)],
  ['13–17 h over 1–5 h UTC', '1.2 – 1.8', (coin) => facts.get(coin)!.dayPattern.toFixed(2)],
  ['correlation with BTC', 'majors 0.6 – 0.9', (coin) => togetherness(pasts.get('BTC')!, pasts.get(coin)!).toFixed(2)],
  [
    'correlation with SOL',
    'small coins 0.5 – 0.8',
    (coin) => togetherness(pasts.get('SOL')!, pasts.get(coin)!).toFixed(2),
  ],
];
console.log(`| seed ${seed}, ${days} days | real markets | ${coins.join(' | ')} |`);
console.log(`|---|---|${coins.map(() => '---|').join('')}`);
for (const [name, published, of] of rows) console.log(`| ${name} | ${published} | ${coins.map(of).join(' | ')} |`);
