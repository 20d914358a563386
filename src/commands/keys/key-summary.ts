import type { z } from 'zod';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { getUsage } from '../../protocol/endpoints/account.ts';
import type { keyConstraints } from '../../protocol/key-constraints.ts';
import { readable } from '../../protocol/schema.ts';

export type KeyUsage = ResponseData<typeof getUsage>;

/** What a key may do, as lines for the user: its id, scopes and limits. Never the key. */
export function describeKey(usage: KeyUsage): string[] {
  const scopes = readable(usage.scopes).map((scope) => cleanText(scope, 64));
  return [
    `Key id  ${cleanText(usage.keyId, 64)}`,
    `Scopes  ${scopes.join(', ') || 'none'}`,
    `Limits  ${usage.constraints ? describeLimits(usage.constraints).join('\n        ') : 'none set by the service'}`,
  ];
}

function describeLimits(limits: z.output<typeof keyConstraints>): string[] {
  const yesNo = (isAllowed: boolean) => (isAllowed ? 'yes' : 'no');
  const usd = (cap: unknown) => (cap === null || cap === undefined ? 'no cap' : `${cap} USD`);
  const other: [string, unknown][] = [
    ['price impact at most', limits.maxPriceImpactPct == null ? null : `${limits.maxPriceImpactPct} %`],
    ['sell at most', limits.maxSellPositionPct == null ? null : `${limits.maxSellPositionPct} % of a position`],
    ['slippage at most', limits.maxSlippageBps == null ? null : `${limits.maxSlippageBps} bps`],
    ['networks', limits.allowedNetworks?.join(', ')],
    ['wallets', limits.allowedWalletIds?.map((wallet) => cleanText(wallet, 64)).join(', ')],
  ];
  return [
    `buys ${yesNo(limits.buysEnabled)}: ${usd(limits.maxBuyUsdPerTrade)} a trade, ${usd(limits.maxBuyUsdPerDay)} a day`,
    `sells ${yesNo(limits.sellsEnabled)}: ${usd(limits.maxSellUsdPerTrade)} a trade, ${usd(limits.maxSellUsdPerDay)} a day`,
    `executions: ${limits.maxExecutionsPerHour} an hour, ${limits.maxExecutionsPerDay} a day, ${limits.maxConcurrentExecutions} at once`,
    `limit orders: ${limits.maxLimitOrdersPerDay} a day, ${usd(limits.maxLimitOrderUsdPerOrder)} each`,
    `custom gas ${yesNo(limits.allowCustomGas)}, bribes ${yesNo(limits.allowBribes)}`,
    ...other.flatMap(([name, value]) => (value == null ? [] : [`${name} ${value}`])),
  ];
}
