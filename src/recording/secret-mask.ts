import { scrub } from '../platform/secrets.ts';

const mask = '***';
/** Anything shorter would be found in harmless text. */
const shortest = 8;
/** Of the last connections: a server quotes what it was just sent. */
const kept = 64;

/** Keeps the tokens of channels out of texts that quote them, as servers do with one that they refuse; and the key of the run. */
export class SecretMask {
  #forms: readonly string[] = [];

  add(secret: string | null | undefined): void {
    const forms = formsOf(secret ?? '').filter((form) => !this.#forms.includes(form));
    if (forms.length > 0) this.#forms = [...this.#forms, ...forms].slice(-kept * 3);
  }

  apply(text: string): string {
    return scrub(this.#forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, mask) : left), text));
  }
}

/** As it is, inside a JSON text, and inside a JSON text inside a JSON text; the longest first. */
function formsOf(secret: string): string[] {
  if (secret.length < shortest) return [];
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [...new Set([twice, once, secret])];
}
