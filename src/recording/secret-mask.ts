import { scrub } from '../platform/secrets.ts';

const mask = '***';
/** Anything shorter would be found in harmless text. */
const shortest = 8;
/** Of the last connections: a server quotes what it was just sent. */
const kept = 64;

/** Keeps secrets out of texts that quote them: servers quote a token that they refuse in their error. */
export class SecretMask {
  readonly #always: readonly string[];
  #forms: readonly string[] = [];

  /** `always`: secrets that are known from the start, such as the API key. */
  constructor(always: readonly string[]) {
    this.#always = always.flatMap(formsOf);
  }

  add(secret: string | null | undefined): void {
    const forms = formsOf(secret ?? '').filter((form) => !this.#forms.includes(form));
    if (forms.length > 0) this.#forms = [...this.#forms, ...forms].slice(-kept * 3);
  }

  apply(text: string): string {
    let masked = text;
    for (const forms of [this.#always, this.#forms])
      for (const form of forms) if (masked.includes(form)) masked = masked.replaceAll(form, mask);
    return scrub(masked);
  }
}

/** As it is, inside a JSON text, and inside a JSON text inside a JSON text; the longest first. */
function formsOf(secret: string): string[] {
  if (secret.length < shortest) return [];
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [...new Set([twice, once, secret])];
}
