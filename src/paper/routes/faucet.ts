import { z } from 'zod';
import { type Chain, chains, isAddress } from '../../domain/market/chain.ts';
import { endpoint } from '../../protocol/endpoint.ts';
import { chain, request, text } from '../../protocol/request.ts';
import { baseUnitsText } from '../../protocol/schema.ts';
import { ledgerAccountOf } from '../exchange/spot/signing/self-custody.ts';
import { idOf } from '../exchange/spot/tokens/token-book.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

const address = { chain: chain(), address: text('address') };
const holding = z.object({ token: z.string(), symbol: z.string(), balance: z.string() });

const faucet = endpoint({
  id: 'paper.faucet',
  method: 'POST',
  path: '/paper/admin/faucet',
  summary: 'Fund an address that signs for itself; without a token, with the native coin',
  source: 'paper',
  scope: null,
  body: request({ ...address, token: text('token').optional(), amount: baseUnitsText('amount') }),
  response: holding,
});

const addressState = endpoint({
  id: 'paper.address',
  method: 'GET',
  path: '/paper/admin/faucet',
  summary: 'Balances of an address in base units, and its next nonce (null on Solana)',
  source: 'paper',
  scope: null,
  query: request(address),
  response: z.object({ balances: z.array(holding), nextNonce: z.number().nullable() }),
});

/** Funds addresses outside the account, which trade with their own signatures. For the full key only. */
export const faucetRoutes = ({ account, book, wallets }: SpotMarket): Route[] => [
  route(faucet, ({ body }) => {
    requireAddress(body.chain, body.address);
    const token = book.find(body.chain, body.token ?? chains[body.chain].nativeAddress);
    if (!token) throw new PaperError(400, 'INVALID_PARAMS', `token is not listed on ${chains[body.chain].name}`);
    const [owner, amount] = [ledgerAccountOf(wallets, body.chain, body.address), BigInt(body.amount)];
    if (account.ledger.balance(owner, idOf(token)) + amount > mostHeld(body.chain)) {
      throw new PaperError(400, 'INVALID_PARAMS', 'amount is more than an address can hold');
    }
    account.ledger.credit(owner, idOf(token), amount, 'faucet');
    const balance = String(account.ledger.balance(owner, idOf(token)));
    return { token: token.address, symbol: token.symbol, balance };
  }),
  route(addressState, ({ query }) => {
    requireAddress(query.chain, query.address);
    const held = account.ledger.holdings(ledgerAccountOf(wallets, query.chain, query.address));
    const balances = book.tokens
      .filter((token) => token.chain === query.chain && held.has(idOf(token)))
      .map((token) => ({ token: token.address, symbol: token.symbol, balance: String(held.get(idOf(token))) }));
    const isEvm = chains[query.chain].family === 'evm';
    const nextNonce = isEvm ? account.signing.accounts.nextNonce(query.chain, query.address) : null;
    return { balances, nextNonce };
  }),
];

/** The maximum of the number type on chain. */
const mostHeld = (of: Chain): bigint => 2n ** (chains[of].family === 'evm' ? 256n : 64n) - 1n;

function requireAddress(of: Chain, value: string): void {
  if (!isAddress(of, value)) throw new PaperError(400, 'INVALID_PARAMS', `address is not a valid ${of} address`);
}
