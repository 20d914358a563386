import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { serializeTransaction } from 'viem';
import { describe, expect, test } from 'vitest';
import {
  addressOf,
  generatePrivateKey,
  looksLikePrivateKey,
  type PrivateKey,
  readPrivateKey,
  readSecretText,
  secretText,
  signBytesWith,
} from './private-key.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const base58 = (hex: string) => getBase58Decoder().decode(bytes(hex));
const hexOf = (text: string) => Buffer.from(getBase58Encoder().encode(text)).toString('hex');

/** RFC 8032, section 7.1, tests 1 to 3: secret key, public key, message, signature. */
const ed25519 = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

describe('a Solana key', () => {
  test.each(ed25519)('%s derives and signs as RFC 8032 says', async (secret, publicKey, message, signature) => {
    const key = await readPrivateKey(base58(secret), 'svm');
    expect(await addressOf(key)).toBe(base58(publicKey));
    expect(hexOf(await signBytesWith(key, bytes(message)))).toBe(signature);
  });

  test('is the same from base58 of both halves, of one half, and from a keypair file', async () => {
    const [secret, publicKey] = ed25519[0];
    const file = JSON.stringify([...bytes(secret + publicKey)]);
    for (const text of [base58(secret + publicKey), base58(secret), file, ` ${file}\n`])
      expect(await readPrivateKey(text, null)).toEqual({ family: 'svm', secret: bytes(secret) });
  });

  test('whose public half is another one is refused', async () => {
    const [secret] = ed25519[0];
    const [, otherPublic] = ed25519[1];
    for (const text of [base58(secret + otherPublic), JSON.stringify([...bytes(secret + otherPublic)])])
      await expect(readPrivateKey(text, null)).rejects.toThrow('its public half does not belong');
  });
});

describe('an EVM key', () => {
  test('signs the example of EIP-155 as it says', async () => {
    const key = await readPrivateKey(`0x${'46'.repeat(32)}`, null);
    expect(await addressOf(key)).toBe('0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F');
    const unsigned = serializeTransaction({
      type: 'legacy',
      chainId: 1,
      nonce: 9,
      gasPrice: 20n * 10n ** 9n,
      gas: 21_000n,
      to: '0x3535353535353535353535353535353535353535',
      value: 10n ** 18n,
    });
    expect(unsigned).toBe(
      '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    );
    const signature = await signBytesWith(key, bytes(unsigned.slice(2)));
    // Of the signed transaction in the EIP.
    expect(signature.slice(2, 66)).toBe('28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276');
    expect(signature.slice(66, 130)).toBe('67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83');
    // 37 in the EIP: 1 · 2 + 35, and no parity.
    expect(signature.slice(130)).toBe('1b');
  });

  test('signs a fee-market transaction as the published tests of viem do', async () => {
    // The first key of "test test … junk"; src/accounts/utils/signTransaction.test.ts there.
    const key = await readPrivateKey('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'evm');
    const owner = await addressOf(key);
    expect(owner).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    // Chain 1 is none of ours, so only the bytes that are signed and the signature are compared.
    const unsigned = '0x02cd018203118080825208808080c0';
    expect(serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 785, gas: 21_000n })).toBe(unsigned);
    const [, r, s, v] = /^0x(.{64})(.{64})(..)$/.exec(await signBytesWith(key, bytes(unsigned.slice(2)))) ?? [];
    expect(`0x02f850${unsigned.slice(6)}${v === '1b' ? '80' : '01'}a0${r}a0${s}`).toBe(
      '0x02f850018203118080825208808080c080a04012522854168b27e5dc3d5839bab5e6b39e1a0ffd343901ce1622e3d64b48f1a04e00902ae0502c4728cbf12156290df99c3ed7de85b1dbfe20b5c36931733a33',
    );
  });

  test.each(['00', 'ff'])('of 32 bytes %s is none', async (byte) => {
    await expect(readPrivateKey(`0x${byte.repeat(32)}`, null)).rejects.toThrow('the number is 0 or too large');
  });
});

test.each([
  ['', 'No key was given'],
  ['hunter2hunter2', 'That is no private key'],
  ['46'.repeat(32), 'A key in hex begins with 0x'],
  [`0x${'46'.repeat(31)}`, 'That is no private key'],
  ['[1,2,3]', 'That is no private key'],
  [`[${'256,'.repeat(63)}1]`, 'That is no private key'],
  [`["${'1'.repeat(40)}"]`, 'That is no private key'],
  ['1'.repeat(63), 'That is no private key'],
])('%j is refused without quoting it', async (text, problem) => {
  const error = await readPrivateKey(text, null).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining(problem) });
  if (text.length > 9) expect((error as Error).message).not.toContain(text.slice(0, 9));
});

test('a key of the other kind is refused', async () => {
  await expect(readPrivateKey(`0x${'46'.repeat(32)}`, 'svm')).rejects.toThrow('That is an EVM key, not a Solana key.');
  await expect(readPrivateKey(base58(ed25519[0][0]), 'evm')).rejects.toThrow('That is a Solana key, not an EVM key.');
});

test('what is kept names mode and kind, and is read as no other', () => {
  const key: PrivateKey = { family: 'svm', secret: bytes('5a'.repeat(32)) };
  const text = secretText(key, 'live');
  expect(readSecretText(text, 'live', 'svm')).toEqual(key);
  expect(readSecretText(text, 'paper', 'svm')).toBeNull();
  expect(readSecretText(text, 'live', 'evm')).toBeNull();
  expect(readSecretText(`${text}00`, 'live', 'svm')).toBeNull();
});

test.each(['svm', 'evm'] as const)('two generated %s keys are two keys', async (family) => {
  const [one, other] = [await generatePrivateKey(family), await generatePrivateKey(family)];
  expect(await addressOf(one)).not.toBe(await addressOf(other));
});

test('words that look like keys are recognised, and addresses, paths and names are not', () => {
  const [secret, publicKey] = ed25519[0];
  const key = base58(secret + publicKey);
  for (const word of [key, `--keypair=${key}`, secret, `0x${secret}`, `--evm=0x${secret}`, '[12, 34, 5'])
    expect([word, looksLikePrivateKey(word)]).toEqual([word, true]);
  for (const word of ['main', '--solana', base58(publicKey), '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F', './id.json'])
    expect([word, looksLikePrivateKey(word)]).toEqual([word, false]);
});
