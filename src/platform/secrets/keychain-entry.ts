import { Entry } from '@napi-rs/keyring';

/* Blocks its thread while the keychain is busy: import it only in a child process. */

/** An entry of the keychain. Pinned on Linux: by default the library falls back to the kernel keyring, which is lost at reboot. */
export const keychainEntry = (service: string, account: string): Entry =>
  new Entry(service, account, { linux: { store: 'secret-service' } });
