import {
  decodeFunctionData,
  encodeFunctionData,
  fromRlp,
  type Hex,
  maxUint256,
  parseAbi,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerializableEIP1559,
  toRlp,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Random } from '../../../src/platform/time/random.ts';
import { permit2 } from '../../../src/signing/decode/permit2.ts';
import type { SwapOrder } from '../../../src/signing/swap-order.ts';
import { contractAbi, signBlindly } from './evm-chain.ts';

/** A transaction that fits its order, to be spoilt. */
export interface Honest {
  readonly kind: 'swap' | 'approval';
  readonly order: SwapOrder;
  readonly encoded: Hex;
  /** Unix seconds of its review. */
  readonly now: bigint;
}

/** Makes another transaction in hex of an honest one. */
type Mutation = (honest: Honest, random: Random) => Hex | Promise<Hex>;

export const stranger = privateKeyToAccount(`0x${'5b'.repeat(32)}`);
const owner = privateKeyToAccount(`0x${'42'.repeat(32)}`);
/** Whose addresses are put in the place of others. */
export const strangers = [stranger.address, permit2, zeroAddress] as const;

const pick = <T>(random: Random, from: readonly T[]): T => from[random.int(from.length)]!;

/** Numbers about another one, at the ends of what there are, and any. */
const numberAbout = (random: Random, near: bigint): bigint =>
  pick(random, [near + 1n, near * 2n, near - 1n, near / 2n, 0n, 1n, maxUint256, maxUint256 / 2n, randomNumber(random)]);

const randomNumber = (random: Random): bigint => BigInt(`0x${random.hex(1 + random.int(12))}`);

const fieldsOf = ({ encoded }: Honest) => parseTransaction(encoded) as TransactionSerializableEIP1559 & { data: Hex };

const withFields = (honest: Honest, change: Partial<TransactionSerializableEIP1559>): Hex =>
  serializeTransaction({ ...fieldsOf(honest), ...change });

/** The same call with one of its arguments changed. */
function withArgument(honest: Honest, index: number, change: (argument: never) => unknown): Hex {
  const { functionName, args } = decodeFunctionData({ abi: contractAbi, data: fieldsOf(honest).data });
  const changed = (args as readonly unknown[]).map((arg, at) => (at === index ? change(arg as never) : arg));
  const data = encodeFunctionData({ abi: contractAbi, functionName, args: changed } as never);
  return withFields(honest, { data });
}

/** Arguments of an honest call by what they are. */
const places = {
  swap: { addresses: [1, 2, 5], amount: 3, minimum: 4, deadline: 6 },
  approval: { addresses: [0], amount: 1, minimum: 1, deadline: 1 },
} as const;

function flipped(encoded: Hex, from: number, random: Random): Hex {
  const bytes = Buffer.from(encoded.slice(2), 'hex');
  bytes[from + random.int(bytes.length - from)]! ^= 1 << random.int(8);
  return `0x${bytes.toString('hex')}`;
}

const rlpOf = ({ encoded }: Honest) => fromRlp(`0x${encoded.slice(4)}`, 'hex') as readonly Hex[];
const bytesOf = (hex: Hex) => Buffer.from(hex.slice(2), 'hex');
/** A text of at most 55 bytes with its length in a byte of its own. */
const longForm = (item: Hex) => Buffer.concat([Buffer.of(0xb8, bytesOf(item).length), bytesOf(item)]);

/** The list of a transaction from encoded items, its length in `lengthBytes` bytes. */
function listOf(items: readonly Uint8Array[], lengthBytes: number): Hex {
  const body = Buffer.concat(items);
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(body.length, 0, lengthBytes);
  return `0x02${Buffer.concat([Buffer.of(0xf7 + lengthBytes), length, body]).toString('hex')}`;
}

const lengthOfLength = ({ encoded }: Honest): number => Number.parseInt(encoded.slice(4, 6), 16) - 0xf7;

const routerAbi = parseAbi([
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
]);

/** The same order by a method of Uniswap's version 2, which paper's router does not have. */
function byAnotherMethod(honest: Honest, native: string): Hex {
  const { inputToken, outputToken, amountIn, minAmountOut, owner: to } = honest.order;
  const path = [inputToken, outputToken].map((token) => (token === native ? zeroAddress : (token as Hex)));
  const rest = [path, to as Hex, honest.now + 60n] as const;
  const data =
    inputToken === native
      ? encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: [minAmountOut, ...rest] })
      : encodeFunctionData({
          abi: routerAbi,
          functionName: outputToken === native ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
          args: [amountIn, minAmountOut, ...rest],
        });
  return withFields(honest, { data });
}

async function ofAnotherKind(honest: Honest, random: Random): Promise<Hex> {
  const { type: _, maxFeePerGas, maxPriorityFeePerGas, ...common } = fieldsOf(honest);
  const gasPrice = maxFeePerGas ?? 0n;
  const authorization = await owner.signAuthorization({ address: stranger.address, chainId: 8453, nonce: 9 });
  const fees = { maxFeePerGas, maxPriorityFeePerGas };
  return serializeTransaction(
    pick<TransactionSerializable>(random, [
      { ...common, type: 'legacy', gasPrice } as TransactionSerializable,
      { ...common, type: 'eip2930', gasPrice } as TransactionSerializable,
      { ...common, ...fees, type: 'eip7702', authorizationList: [authorization] } as TransactionSerializable,
    ]),
  );
}

/** By name. Some make transactions that still fit, some others that a node refuses or a contract reverts. */
export const mutations = (native: string): Readonly<Record<string, Mutation>> => ({
  nothing: ({ encoded }) => encoded,
  'capital letters': ({ encoded }) => `0x${encoded.slice(2).toUpperCase()}`,
  'a bit of the transaction': ({ encoded }, random) => flipped(encoded, 0, random),
  'a bit of the call': (honest, random) =>
    withFields(honest, { data: flipped(fieldsOf(honest).data, random.int(2) * 4, random) }),
  'the quote’s name': (honest, random) =>
    honest.kind === 'swap' ? withArgument(honest, 0, () => random.hex(random.int(80))) : honest.encoded,
  'an address of the call': (honest, random) =>
    withArgument(honest, pick(random, places[honest.kind].addresses), () => pick(random, strangers)),
  'the amount': (honest, random) =>
    withArgument(honest, places[honest.kind].amount, (amount) => positive(numberAbout(random, amount))),
  'the minimum': (honest, random) =>
    withArgument(honest, places[honest.kind].minimum, (minimum) => positive(numberAbout(random, minimum))),
  'a higher minimum': (honest) => withArgument(honest, places[honest.kind].minimum, (minimum: bigint) => minimum + 1n),
  'a minimum that nobody pays': (honest) =>
    withArgument(honest, places[honest.kind].minimum, (minimum: bigint) => minimum * 2n),
  'the deadline': (honest, random) =>
    withArgument(honest, places[honest.kind].deadline, (deadline) => {
      const { now } = honest;
      return pick(random, [now - 1n, now, now + 1n, now + 3_600n, now + 3_601n, numberAbout(random, deadline)]);
    }),
  'the coin that is sent along': (honest, random) =>
    withFields(honest, { value: positive(numberAbout(random, fieldsOf(honest).value ?? 0n)) }),
  'the receiver': (honest, random) =>
    withFields(honest, { to: pick<Hex>(random, [...strangers, honest.order.inputToken as Hex]) }),
  'the nonce': (honest, random) => withFields(honest, { nonce: pick(random, [0, 1, 2, 3, 1_000, 2 ** 40]) }),
  'the chain': (honest, random) => withFields(honest, { chainId: pick(random, [1, 56, 143, 8_454]) }),
  'the gas': (honest, random) => withFields(honest, { gas: BigInt(20_000 + random.int(500_000)) }),
  'gas that is not enough': (honest, random) => withFields(honest, { gas: BigInt(26_000 + random.int(10_000)) }),
  'the highest price of gas': (honest, random) =>
    withFields(honest, { maxFeePerGas: BigInt(10_000_000 + random.int(200_000_000_000)), maxPriorityFeePerGas: 1n }),
  'a price of gas below the network’s': (honest) => withFields(honest, { maxFeePerGas: 7n, maxPriorityFeePerGas: 1n }),
  'the priority fee': (honest, random) => {
    const { maxFeePerGas = 0n } = fieldsOf(honest);
    const fees = [0n, maxFeePerGas, maxFeePerGas - 1n, maxFeePerGas + 1n];
    return rlpWith(honest, 2, toRlpNumber(pick(random, fees)));
  },
  'an access list': (honest, random) => {
    const storageKeys = Array.from({ length: random.int(4) }, () => `0x${random.hex(32)}` as Hex);
    const address = pick(random, [...strangers, honest.order.outputToken as Hex]);
    return withFields(honest, { accessList: [{ address, storageKeys }] });
  },
  'another kind': ofAnotherKind,
  'another method': (honest) => (honest.kind === 'swap' ? byAnotherMethod(honest, native) : honest.encoded),
  'bytes behind it': ({ encoded }, random) => `${encoded}${random.hex(1 + random.int(40))}`,
  'bytes behind the call': (honest, random) =>
    withFields(honest, { data: `${fieldsOf(honest).data}${random.hex(1 + random.int(40))}` }),
  'a padded number': (honest, random) => {
    const index = pick(random, [0, 1, 2, 3, 4, 6]);
    return rlpWith(honest, index, `0x00${rlpOf(honest)[index]!.slice(2)}`);
  },
  'a number in long form': (honest, random) => {
    const long = pick(random, [0, 1, 2, 3, 4, 5, 6]);
    const items = rlpOf(honest).map((item, at) => (at === long ? longForm(item) : bytesOf(toRlp(item))));
    return listOf(items, lengthOfLength(honest));
  },
  'a padded length': (honest) => {
    const items = rlpOf(honest).map((item) => bytesOf(toRlp(item)));
    return listOf(items, lengthOfLength(honest) + 1);
  },
  'a field more': (honest, random) => `0x02${toRlp([...rlpOf(honest), `0x${random.hex(3)}`]).slice(2)}`,
  'the owner’s signature': ({ encoded }) => signBlindly(owner, encoded),
  'a stranger’s signature': ({ encoded }) => signBlindly(stranger, encoded),
});

const positive = (value: bigint): bigint => (value < 0n ? 0n : value > maxUint256 ? maxUint256 : value);

const rlpWith = (honest: Honest, index: number, item: Hex): Hex =>
  `0x02${toRlp(rlpOf(honest).with(index, item)).slice(2)}`;

const toRlpNumber = (value: bigint): Hex => {
  const digits = value.toString(16);
  return value <= 0n ? '0x' : `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
};
