import { text } from 'node:stream/consumers';
import type { KeychainReply, KeychainRequest } from './keychain.ts';
import { keychainEntry } from './keychain-entry.ts';

/**
 * The process that talks to the keychain: one request in, one reply out, both over pipes, so that no secret is ever in
 * an argument list. It is a separate process because a frozen keychain service blocks the calling thread.
 */
function answer(request: KeychainRequest): KeychainReply {
  try {
    const entry = keychainEntry(request.service, request.account);
    if (request.operation !== 'set')
      return { ok: true, value: request.operation === 'get' ? entry.getPassword() : entry.deletePassword() };
    entry.setPassword(request.secret);
    if (entry.getPassword() !== request.secret) return { ok: false, message: 'the key was not stored' };
    return { ok: true, value: true };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

// Written by keychain.ts, which alone starts this program.
const request: KeychainRequest = JSON.parse(await text(process.stdin));
const reply = answer(request);
process.stdout.write(JSON.stringify(reply));
