import type { Service } from './service.ts';

/** A live service with a canary key: it must not appear in any output or file. */
export const liveService: Service = {
  mode: 'live',
  account: 'main',
  profile: 'main',
  baseUrl: 'https://api.example.com',
  apiKey: 'sk_k7_canary',
  wallet: null,
  socketHost: null,
};
