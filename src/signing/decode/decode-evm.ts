import { formatEther, formatGwei, type Hex } from 'viem';
import { allChains, chains } from '../../domain/market/chain.ts';
import { type DecodedTransaction, type Step, unexplained } from './decoded-transaction.ts';
import { type EvmMessage, readEvmMessage } from './evm-message.ts';
import { tokenMethod } from './evm-methods.ts';
import { swapMethod } from './evm-swaps.ts';

/* Loads viem: import it only when a transaction needs it. */

/** Explains an EVM transaction in hex: legacy, access list, fee market, blob or set code. Throws DecodeError. */
export const decodeEvm = async (serialized: Hex): Promise<DecodedTransaction> =>
  explainEvm(await readEvmMessage(serialized));

/** `sender`: who will sign it, if it is not signed yet. */
export function explainEvm(message: EvmMessage, sender = message.signer ?? 'the signer'): DecodedTransaction {
  const { type, chainId, nonce, to, value, gas, maxFeePerGas, maxPriorityFeePerGas } = message;
  const chain = allChains.find((one) => chainId !== null && chains[one].chainId === chainId);
  return {
    family: 'evm',
    facts: {
      type,
      chainId: `${chainId ?? 'none: valid on every chain'}${chain ? ` (${chain})` : ''}`,
      signer: message.isSigned ? (message.signer ?? 'the signature is not valid') : 'not signed',
      nonce: String(nonce),
      to: to ?? 'a new contract',
      value: formatEther(value),
      ...(gas !== null && { gasLimit: String(gas) }),
      ...(maxFeePerGas !== null && { maxFeePerGas: `${formatGwei(maxFeePerGas)} gwei` }),
      ...(maxPriorityFeePerGas !== null && { maxPriorityFeePerGas: `${formatGwei(maxPriorityFeePerGas)} gwei` }),
      ...(maxFeePerGas !== null && gas !== null && { mostFee: formatEther(maxFeePerGas * gas) }),
    },
    steps: [...message.delegations.map(delegation), callOf(message, sender)],
  };
}

const delegation = (code: string): Step => ({
  programId: code,
  program: 'EIP-7702',
  action: 'delegate',
  details: { code },
  risk: `lets the code of ${code} act for the whole account from now on`,
});

function callOf({ to, data, value }: EvmMessage, sender: string): Step {
  const sent = formatEther(value);
  if (to === null)
    return { programId: '', program: 'contract creation', action: 'create', details: { value: sent }, risk: null };
  if (data === '0x')
    return { programId: to, program: 'native coin', action: 'transfer', details: { to, value: sent }, risk: null };
  const call = swapMethod(sender, data, value) ?? tokenMethod(to, data);
  const step = { programId: to, program: to };
  return call
    ? { ...step, risk: null, ...call }
    : { ...step, action: null, details: { method: data.slice(0, 10), value: sent }, risk: unexplained };
}
