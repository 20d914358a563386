import type { AnyStream } from './stream.ts';
import * as alpha from './streams/alpha.ts';
import * as evm from './streams/evm.ts';
import * as svm from './streams/svm.ts';
import * as user from './streams/user.ts';

/** Every stream of the catalog. */
export const allStreams: readonly AnyStream[] = [
  svm.svmTokenSwaps,
  svm.svmTokenPoolInfo,
  svm.svmTokenBalances,
  svm.svmTokenDistributionStats,
  svm.svmTokenHolderStats,
  svm.svmWalletNativeBalance,
  svm.svmWalletTokenBalances,
  svm.svmBondingCurveCreations,
  svm.svmBondingCurveGraduations,
  evm.evmTokenSwaps,
  evm.evmTokenPoolInfo,
  evm.evmTokenBalances,
  evm.evmWalletNativeBalance,
  evm.evmWalletTokenBalances,
  alpha.alphaSignalFeedGlobal,
  alpha.alphaSignalFeedPersonal,
  alpha.alphaSignalFeedProfile,
  alpha.alphaSignalFeedNamed,
  alpha.alphaPersonal,
  user.portfolioNotifications,
  user.automationUpdates,
];
