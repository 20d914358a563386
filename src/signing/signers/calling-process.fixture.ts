import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { signTransaction } from './sign-transaction.ts';

/*
 * A process that has a transaction signed, for the test that looks into its memory. One line of JSON on stdin says what
 * to sign; it answers with the hash and stays until stdin ends. `planted` is a text that must be found.
 */
const lines = createInterface({ input: process.stdin });
const [line] = (await once(lines, 'line')) as [string];
const { wallet, unsigned, passphrase, planted } = JSON.parse(line);
const kept = [Buffer.from(planted, 'hex'), `${planted}`];
const { txHash } = await signTransaction(wallet, unsigned, { summary: '', askPassphrase: async () => passphrase });
process.stdout.write(`${JSON.stringify({ txHash, kept: kept.length })}\n`);
await new Promise((resolve) => process.stdin.once('end', resolve).resume());
process.stdout.write(String(kept.length));
