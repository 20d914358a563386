import { createHmac } from 'node:crypto';
import { isAddress } from '../../domain/market/chain.ts';
import { quoteTokens } from '../../domain/market/token.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const addressBytes = 32;
/** Base58 of 32 bytes or more, and hex with its prefix. */
const longCodes = /0x[0-9a-fA-F]{8,}|[1-9A-HJ-NP-Za-km-z]{32,}/g;

const publicTokens = new Set(quoteTokens.map(({ address }) => address.toLowerCase()));

/**
 * Made-up values, one for each real one and of the same form. Without the salt nobody can look for the value that
 * gives a made-up one.
 */
export class MaskText {
  readonly #salt: string;
  readonly #numbered = new Map<string, Map<string, number>>();

  constructor(salt: string) {
    this.#salt = salt;
  }

  /** `name 1`, `name 2`, …; separate counts for each word. */
  numbered(word: string, text: string): string {
    const numbers = this.#numbered.get(word) ?? new Map<string, number>();
    this.#numbered.set(word, numbers);
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return `${word} ${number}`;
  }

  /** The same length, digits for digits and letters for letters; punctuation stays. */
  shape(text: string): string {
    const bytes = this.#bytes('shape', text, text.length);
    const pick = (letters: string, at: number): string => letters[bytes[at]! % letters.length]!;
    return [...text].map((letter, at) => pick(alphabetOf(letter), at)).join('');
  }

  /** The same digits count and scale: zeros, the sign and the point stay where they are. */
  digits(text: string): string {
    const bytes = this.#bytes('digits', text, text.length);
    // The exponent of a small number is its scale.
    const [mantissa = '', ...exponent] = text.split(/(?=e)/i);
    return mantissa.replace(/[1-9]/g, (_, at: number) => String((bytes[at]! % 9) + 1)) + exponent.join('');
  }

  /** Addresses, hashes and signatures within a text. */
  codes(text: string): string {
    return text.replace(longCodes, (code) => this.#code(code));
  }

  /** The same, as `[address 1]`: nobody takes it for a real one. */
  numberedCodes(text: string): string {
    return text.replace(longCodes, (code) =>
      publicTokens.has(code.toLowerCase())
        ? code
        : `[${this.numbered('address', code.startsWith('0x') ? code.toLowerCase() : code)}]`,
    );
  }

  #code(code: string): string {
    if (publicTokens.has(code.toLowerCase())) return code;
    if (code.startsWith('0x'))
      return `0x${this.#bytes('hex', code.toLowerCase(), code.length).toString('hex').slice(2, code.length)}`;
    if (isAddress('solana', code)) return toBase58(this.#bytes('base58', code, addressBytes));
    const bytes = this.#bytes('base58', code, code.length);
    return [...code].map((_, at) => base58[bytes[at]! % base58.length]).join('');
  }

  #bytes(kind: string, text: string, count: number): Buffer {
    const blocks: Buffer[] = [];
    for (let block = 0; block * 32 < count; block++)
      blocks.push(
        createHmac('sha256', this.#salt)
          .update(JSON.stringify([kind, text, block]))
          .digest(),
      );
    return Buffer.concat(blocks).subarray(0, count);
  }
}

/** Whether the whole text is an address, a hash or a signature. */
export const isLongCode = (text: string): boolean => text.replace(longCodes, '') === '' && text !== '';

function alphabetOf(letter: string): string {
  if (/\d/.test(letter)) return '0123456789';
  if (/[a-z]/.test(letter)) return 'abcdefghijklmnopqrstuvwxyz';
  if (/[A-Z]/.test(letter)) return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return /[^\x00-\x7f]/.test(letter) ? 'x' : letter;
}

function toBase58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = base58[Number(value % 58n)] + text;
  const zeroBytes = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(zeroBytes, 0)) + text;
}
