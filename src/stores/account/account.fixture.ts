/** Answers of the account's own reads, as a service would send them. */
export const accountWire = {
  me: { userId: 'usr_1', displayName: 'Ann' },
  groups: {
    groups: [
      { groupId: 'g1', name: 'Pair', chain: 'base', walletIds: ['w-base', 'w-main'], archived: false },
      { groupId: 'g2', name: 'Empty', walletIds: [] },
      { groupId: 'g3', name: 'Gone', walletIds: [], archived: true },
      { groupId: 4, name: 'unreadable' },
    ],
  },
  settings: {
    tradeSettings: {
      zebra: { kept: [1, { deep: 'x' }] },
      autoEnableMultisend: false,
      chainPresetsBuy: {
        '6': {
          auto: { type: 'solana', slippageBps: 100, mevProtectionEnabled: true, customPriorityFeeSol: null, odd: 1.5 },
          p1: {
            type: 'solana',
            slippageBps: 250,
            mevProtectionEnabled: false,
            customPriorityFeeSol: '0.0005',
            bribeAmountSol: 0.001,
            maxPriceImpactPct: 12,
          },
          p2: null,
        },
        '99': { auto: { type: 'evm', slippageBps: 50, maxPriorityFeePerGasGwei: '1.5' } },
      },
      chainPresetsSell: { base: { p1: { type: 'evm', slippageBps: 300 } } },
      defaultWallets: { defaultWalletByNetwork: { '6': 'w-main' } },
      oneClickMode: { '6': { enabled: false, buyPresets: ['0.1', '0.5'], sellPresets: ['50', '100'], more: true } },
    },
  },
  suggestions: {
    suggestions: [
      {
        id: 's1',
        state: 'OPEN',
        createdAt: '2026-01-01T12:03:22Z',
        expiresAt: '2026-01-01T18:03:22Z',
        side: 'SELL',
        networkId: 'SOL',
        asset: {
          address: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
          symbol: 'JUP',
          name: 'Jupiter',
          priceUsd: 0.5,
        },
        rationale: 'High',
        agentKey: { id: 'k1', name: 'Scout' },
        linkedTaskId: null,
        amountInUsd: 150.25,
        confidence: 'MEDIUM',
      },
      { id: 's2', state: 'NEW_STATE', side: 'HOLD', networkId: 'ETH', asset: { address: '0x1' } },
    ],
    nextCursor: null,
  },
} as const;
