import type { z } from 'zod';
import { isFields } from '../../domain/fields.ts';
import { readChain } from '../../domain/market/chain.ts';
import { isDecimalText } from '../../domain/numbers/decimal.ts';
import { type Form, formOf, unwrap } from '../../protocol/schema-form.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { isLongCode, MaskText } from './mask-text.ts';

type Schema = z.core.$ZodType;

const filterNames = new Set(allStreams.flatMap(({ filters }) => filters.map(({ name }) => name)));

/** Fields that hold a word of the service's vocabulary, if it looks like one. */
const vocabulary =
  /^(chain|chainId|network|networkId|status|state|type|taskType|side|platform|stream|event|visibility|payloadFormat|payloadSchemaId|code|scopes|provider|connectionType|sourceType|orderType|direction|metric|resolution|tradeSource|dexName|curveDexType|destPoolDexType|errorCode|missingScope|requiredScope|message_code)$/i;
const word = /^[A-Za-z0-9][\w.: -]{0,63}$/;
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/;
const streamId = /^(svm|evm|alpha|portfolio|automation|perp)(\.[A-Za-z]{1,40}){1,3}$/;
const ids = /id$|key$|host$|channel$|hash$|signature$|^coin$/i;
const names = /^(name|symbol|label|.*name|tokenSymbol|nativeSymbol)$/i;

/** Numbers by which a trade can be found, and those that are amounts. */
const telling = /^(oid|slot|.*id|block.*|.*index|.*tx.*)$/i;
const amounts = /usd|price|amount|balance|value|volume|pnl|size|native|tokens$|supply|liquidity|cap$/i;
const harmless = /^(chainId|networkId|assetIndex)$/i;
const time = /^1\d{9}(\d{3})?(\.\d+)?$/;
const fieldName = /^[A-Za-z_$][A-Za-z_$]*\d{0,3}[A-Za-z_$]{0,20}$/;
const recordKey = /^[A-Za-z0-9]{1,16}$/;

/**
 * Replaces addresses, hashes, ids, names, free texts and amounts of JSON by made-up ones of the same form, the same for
 * the same value. Words of the vocabulary, times, counts and the addresses of native tokens and stablecoins stay.
 */
export class Mask {
  readonly #text: MaskText;

  /** @param salt random, and kept nowhere. */
  constructor(salt: string) {
    this.#text = new MaskText(salt);
  }

  /** @param schema of the value; null for none. What it does not name is masked by its look. */
  json(schema: Schema | null, value: unknown, name = ''): unknown {
    const form = schema && this.#formFor(schema, value);
    if (Array.isArray(value)) {
      const item = form?.kind === 'list' ? form.item : null;
      return value.map((one) => this.json(item, one, name));
    }
    if (isFields(value)) return this.#object(form, value);
    if (typeof value === 'string') return this.#string(form, value, name);
    return typeof value === 'number' ? this.#number(form, value, name) : value;
  }

  #formFor(schema: Schema, value: unknown): Form {
    const form = formOf(unwrap(schema).inner);
    if (form.kind !== 'union') return form;
    const fitting = form.options.find((option) => (option as z.ZodType).safeParse(value).success);
    return formOf(unwrap(fitting ?? form.options[0]!).inner);
  }

  #object(form: Form | null, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const shape = form?.kind === 'object' ? form.shape : {};
    const isRecord = form?.kind === 'record';
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const known = Object.hasOwn(shape, name) ? shape[name]! : null;
        const isPlain = known !== null || (isRecord ? recordKey : fieldName).test(name);
        return [isPlain ? name : this.#key(name), this.json(isRecord ? form.value : known, one, name)];
      }),
    );
  }

  #key = (name: string): string => (isLongCode(name) ? this.#text.codes(name) : this.#text.shape(name));

  #string(form: Form | null, text: string, name: string): string {
    if (text === '' || isoTime.test(text) || streamId.test(text) || filterNames.has(text)) return text;
    const [chain = '', address] = text.split(':');
    if (address && isLongCode(address))
      return `${readChain(chain) ? chain : this.#text.shape(chain)}:${this.#text.codes(address)}`;
    if (isLongCode(text)) return this.#text.codes(text);
    const { meta = {}, type = null } = form?.kind === 'leaf' ? form : {};
    const isEnum = type === 'custom' && meta.sent === undefined;
    if ((isEnum || meta.isChain || vocabulary.test(name)) && word.test(text)) return text;
    if (meta.sent !== undefined || isDecimalText(text)) return this.#text.digits(text);
    if (meta.isVerbatim) return this.#text.shape(text);
    if (names.test(name)) return this.#text.numbered('name', text);
    return ids.test(name) && !/\s/.test(text) ? this.#text.shape(text) : this.#text.numbered('text', text);
  }

  #number(form: Form | null, value: number, name: string): number {
    const text = String(value);
    const isAmount = form?.kind === 'leaf' && form.meta.sent !== undefined;
    if (!isAmount && (harmless.test(name) || time.test(text))) return value;
    const isKnownCount = form?.kind === 'leaf' && form.type === 'number';
    if (!isAmount && isKnownCount && !telling.test(name) && !amounts.test(name)) return value;
    return Number(this.#text.digits(text));
  }
}
