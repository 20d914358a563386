import { text } from 'node:stream/consumers';
import { Entry } from '@napi-rs/keyring';
import type { KeychainReply, KeychainRequest } from './keychain.ts';

/**
 * The process that talks to the keychain, one request in, one reply out, both over pipes so that no secret is ever in an
 * argument list. It is a process of its own because a frozen keychain service blocks the thread that asks it.
 */
function answer(request: KeychainRequest): KeychainReply {
  try {
    // Pinned on Linux: left alone, the library falls back to the kernel's keyring, which forgets at a reboot.
    const entry = new Entry(request.service, request.account, { linux: { store: 'secret-service' } });
    if (request.operation !== 'set')
      return { ok: true, value: request.operation === 'get' ? entry.getPassword() : entry.deletePassword() };
    entry.setPassword(request.secret);
    if (entry.getPassword() !== request.secret) return { ok: false, message: 'the key was not kept' };
    return { ok: true, value: true };
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}

const reply = answer(JSON.parse(await text(process.stdin)) as KeychainRequest);
process.stdout.write(JSON.stringify(reply));
