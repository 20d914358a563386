import { expect, test } from 'vitest';
import { configSchema, toConfig } from './platform/config-schema.ts';
import { oneClickUsd, type Service, whyReadOnly } from './service.ts';

const live: Service = {
  mode: 'live',
  account: 'main',
  profile: 'main',
  baseUrl: 'https://api.example.com',
  apiKey: 'sk_k7_canary',
  wallet: null,
  socketHost: null,
};
const paper: Service = { ...live, mode: 'paper', account: 'paper', profile: 'paper' };
const replay: Service = { ...live, mode: 'replay' };

const configOf = (profile: object) =>
  toConfig(configSchema.parse({ profiles: { main: { base_url: live.baseUrl, ...profile } } }), '/nowhere');

test('an order without a question is for paper, or for a profile that allows it, up to what it says', () => {
  const [silent, allowed] = [configOf({}), configOf({ one_click_usd: '250' })];
  expect([oneClickUsd(paper, silent), oneClickUsd(live, silent)]).toEqual(['1000', null]);
  expect(oneClickUsd(live, allowed)).toBe('250');
  expect(oneClickUsd({ ...live, profile: 'other' }, allowed)).toBeNull();
});

test('a read-only profile and a recording send nothing, and say why', () => {
  expect(whyReadOnly(live, configOf({}))).toBeNull();
  expect(whyReadOnly(live, configOf({ read_only: true }))).toContain('The profile main is read-only');
  expect(whyReadOnly(replay, configOf({}))).toContain('This is a recording');
});
