import { expect, test } from 'vitest';
import { configSchema, toConfig } from './platform/config/config-schema.ts';
import { liveService as live } from './service.fixture.ts';
import { oneClickUsd, type Service, whyReadOnly } from './service.ts';

const paper: Service = { ...live, mode: 'paper', account: 'paper', profile: 'paper' };
const replay: Service = { ...live, mode: 'replay' };

const configOf = (profile: object) =>
  toConfig(configSchema.parse({ profiles: { main: { base_url: live.baseUrl, ...profile } } }), '/nowhere');

test('one-click is possible on paper, or up to the cap of a profile that allows it', () => {
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
