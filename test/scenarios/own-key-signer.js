// An external signer of the scenarios: one JSON line in, one out. Its key is known to everybody.
import { readFileSync } from 'node:fs';
import {
  createKeyPairSignerFromPrivateKeyBytes,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  signTransaction,
} from '@solana/kit';
import { parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const secret = Buffer.alloc(32, 0x42);
const { id, encoding, transaction } = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(`${JSON.stringify({ id, signedTransaction: await sign() })}\n`);

async function sign() {
  if (encoding === 'hex')
    return privateKeyToAccount(`0x${secret.toString('hex')}`).signTransaction(parseTransaction(transaction));
  const { keyPair } = await createKeyPairSignerFromPrivateKeyBytes(secret);
  const unsigned = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  return getBase64EncodedWireTransaction(await signTransaction([keyPair], unsigned));
}
