// Signs for swapdeck as an external signer, with a key in a file of its own. Solana only.
//   node examples/signer.js --new FILE     makes a key and prints its address
//   node examples/signer.js FILE           reads one request from stdin and answers it
// "External signers" in docs/own-keys.md has the protocol. It decodes nothing: swapdeck shows what a transaction does
// before it asks, and this program notes the summary that it was told in FILE.log.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { new: { type: 'string' } }, allowPositionals: true });
const [file] = positionals;

if (values.new !== undefined) console.log(makeKey(values.new));
else if (file !== undefined) process.stdout.write(`${JSON.stringify(answer(readFileSync(0, 'utf8')))}\n`);
else {
  console.error('Usage: node examples/signer.js --new FILE | node examples/signer.js FILE');
  process.exitCode = 2;
}

/** Never over a file that is there: it may hold the only copy of a key. */
function makeKey(path) {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return addressOf(privateKey);
}

function answer(line) {
  const { id, protocol, chain, encoding, address, transaction, summary } = JSON.parse(line);
  try {
    if (protocol !== 'swapdeck-signer/1' || chain !== 'solana' || encoding !== 'base64')
      throw new Error('only requests of swapdeck-signer/1 for Solana are signed here');
    const key = readKey(file);
    if (address !== addressOf(key)) throw new Error(`the key in ${file} is of another address`);
    note(`${address} signs: ${summary}`);
    return { id, signature: base58(sign(null, messageOf(Buffer.from(transaction, 'base64')), key)) };
  } catch (error) {
    return { id, error: error.message };
  }
}

function readKey(path) {
  if (statSync(path).mode & 0o077) throw new Error(`others may read ${path}: chmod 600 it first`);
  return createPrivateKey(readFileSync(path));
}

/** On stderr, which swapdeck repeats only if something fails, and in a file that stays. */
function note(text) {
  // What others wrote must not look like a line of its own.
  const line = text.replace(/[^\x20-\x7e]/g, '?');
  console.error(line);
  appendFileSync(`${file}.log`, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 });
}

/** What is signed of a transaction: all that follows the places for the signatures, 64 bytes each behind their count. */
function messageOf(bytes) {
  const [count] = bytes;
  if (count === undefined || count === 0 || count > 127 || bytes.length <= 1 + 64 * count)
    throw new Error('this is no Solana transaction');
  return bytes.subarray(1 + 64 * count);
}

/** The public key: the last 32 bytes of its DER form. */
function addressOf(privateKey) {
  return base58(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32));
}

function base58(bytes) {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let [value, text] = [BigInt(`0x${bytes.toString('hex')}`), ''];
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}
