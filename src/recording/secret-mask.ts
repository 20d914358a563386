import { redact } from '../platform/secrets/secrets.ts';

const mask = '***';
/** Anything shorter would match harmless text. */
const shortest = 8;
/** Only of the latest connections: a server quotes what it was just sent. */
const kept = 64;

/** Redacts channel tokens from texts that quote them, as servers do when they refuse one, and the key of the run. */
export class SecretMask {
  #forms: readonly string[] = [];

  add(secret: string | null | undefined): void {
    const forms = formsOf(secret ?? '').filter((form) => !this.#forms.includes(form));
    if (forms.length > 0) this.#forms = [...this.#forms, ...forms].slice(-kept * 3);
  }

  apply(text: string): string {
    return redact(this.#forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, mask) : left), text));
  }
}

/** Literal, inside JSON text, and inside JSON text inside JSON text; longest first. */
function formsOf(secret: string): string[] {
  if (secret.length < shortest) return [];
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [...new Set([twice, once, secret])];
}
