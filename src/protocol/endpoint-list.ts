import type { AnyEndpoint } from './endpoint.ts';
import * as account from './endpoints/account.ts';
import * as agents from './endpoints/agents.ts';
import * as alpha from './endpoints/alpha.ts';
import * as perpAccount from './endpoints/perp-account.ts';
import * as perpMarkets from './endpoints/perp-markets.ts';
import * as perpOrders from './endpoints/perp-orders.ts';
import * as perpPosition from './endpoints/perp-position.ts';
import { perpPositions } from './endpoints/perp-positions.ts';
import * as portfolio from './endpoints/portfolio.ts';
import * as splits from './endpoints/splits.ts';
import * as swap from './endpoints/swap.ts';
import { getTask } from './endpoints/tasks.ts';
import * as tokens from './endpoints/tokens.ts';
import * as transfers from './endpoints/transfers.ts';
import * as trigger from './endpoints/trigger.ts';
import * as walletGroups from './endpoints/wallet-groups.ts';
import * as wallets from './endpoints/wallets.ts';
import * as ws from './endpoints/ws.ts';

/** Every operation. If a fixed path and one with a parameter could both match, the fixed one comes first. */
export const allEndpoints: readonly AnyEndpoint[] = [
  trigger.createTriggerOrder,
  trigger.listTriggerOrders,
  trigger.getTriggerOrder,
  trigger.cancelTriggerOrder,
  swap.quoteSwap,
  swap.executeSwap,
  swap.buildSwapTransaction,
  swap.submitSwap,
  swap.swapApproveSpender,
  swap.swapApproveAllowance,
  transfers.sendTransfer,
  transfers.retireWallet,
  splits.planSplit,
  splits.executeSplit,
  getTask,
  account.getMe,
  account.getSettings,
  account.updateSettings,
  account.patchSettings,
  account.getUsage,
  account.listWallets,
  account.enableMultisend,
  wallets.archiveWallet,
  wallets.unarchiveWallet,
  wallets.bulkArchiveWallets,
  wallets.moveWallet,
  walletGroups.listWalletGroups,
  walletGroups.createWalletGroup,
  walletGroups.createWithWallets,
  walletGroups.getWalletGroup,
  walletGroups.renameWalletGroup,
  walletGroups.deleteWalletGroup,
  walletGroups.addWalletsToGroup,
  walletGroups.removeWalletsFromGroup,
  walletGroups.reorderGroupWallets,
  perpMarkets.perpMarkets,
  perpMarkets.perpMarket,
  perpPositions,
  perpAccount.perpAccount,
  perpAccount.perpFees,
  perpAccount.perpFills,
  perpAccount.perpFunding,
  perpOrders.perpOrders,
  perpOrders.placePerpOrder,
  perpOrders.modifyPerpOrder,
  perpOrders.modifyPerpOrders,
  perpOrders.cancelPerpOrder,
  perpPosition.closePerpPosition,
  perpPosition.adjustPerpMargin,
  perpPosition.setPerpLeverage,
  portfolio.portfolioBalances,
  portfolio.portfolioPnl,
  portfolio.portfolioHistory,
  portfolio.portfolioPositions,
  tokens.searchTokens,
  tokens.batchTokens,
  tokens.getToken,
  tokens.tokenPrice,
  tokens.tokenChart,
  tokens.tokenStats,
  tokens.tokenPools,
  alpha.alphaSources,
  alpha.alphaRecentCalls,
  alpha.alphaGlobalCalls,
  alpha.alphaCallContext,
  alpha.alphaMentions,
  agents.listSuggestions,
  agents.createSuggestion,
  agents.invokeAgent,
  agents.getAgentSession,
  ws.wsSession,
  ws.wsAuth,
  ws.wsStreams,
];
