import { expect, test } from 'vitest';
import { seededRandom } from '../../../../platform/time/random.ts';
import { Bus, type StreamMessage } from '../../../world/bus.ts';
import { spotFixture } from '../spot.fixture.ts';
import { MarketEvents } from './market-events.ts';

const { spot, token } = spotFixture();

function heard(publish: (events: MarketEvents) => void): StreamMessage[] {
  const bus = new Bus();
  const messages: StreamMessage[] = [];
  bus.subscribe((message) => messages.push(message));
  publish(new MarketEvents(bus, spot.book, seededRandom(1)));
  return messages;
}

test('amounts on Solana are JSON numbers with every digit', () => {
  const bonk = token('solana', 'BONK');
  const [before, after] = [9_007_199_254_740_993n, 18_446_744_073_709_551_615n];
  const texts = heard((events) => events.balance(0, 'owner', bonk, before, after)).map(({ data }) =>
    JSON.stringify(data),
  );
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).toContain(`"preBalance":${before},"postBalance":${after}`);
});

test('a Solana pool tells name and price alone, an EVM pool its supply, liquidity and market cap too', () => {
  const poolOf = (chain: 'solana' | 'base', symbol: string) =>
    heard((events) => events.poolInfo(5, spot.book.marketOf(token(chain, symbol))))[0]?.data;
  const always = [
    'tokenAddress',
    'tokenName',
    'tokenSymbol',
    'tokenDecimals',
    'timestampUpdatedMs',
    'network',
    'priceUsd',
  ];
  expect(Object.keys(poolOf('solana', 'JUP') as object).sort()).toEqual([...always, 'blockIndex'].sort());
  expect(poolOf('base', 'AERO')).toMatchObject({
    totalSupply: '1720000000',
    chainId: 8453,
    priceNative: expect.any(String),
  });
  expect(Object.keys(poolOf('base', 'AERO') as object).sort()).toEqual(
    [...always, 'chainId', 'blockNumber', 'totalSupply', 'priceNative', 'liquidityUsd', 'marketCapUsd'].sort(),
  );
});
