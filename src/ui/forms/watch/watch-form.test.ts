import { expect, test } from 'vitest';
import type { CatalogStream, StreamFilterValues } from '../../../stores/streams.ts';
import { deskKeymap } from '../../commands/commands.ts';
import { readRows, settle } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import { FormController } from '../form-controller.ts';
import { formLines } from '../form-view.ts';
import { addresses, spotDesk } from '../spot-desk.fixture.ts';
import { watchForm } from './watch-form.ts';

const required = (name: string) => ({ name, required: true, description: `the ${name}` });

const streamOf = (family: CatalogStream['family'], ...names: string[]): CatalogStream => ({
  streamId: 'svm.token.poolInfo',
  summary: 'Price and liquidity',
  family,
  filters: names.map(required),
  isOffered: true,
  isReadable: true,
});

function open(stream: CatalogStream, refusal: string | null = null, tokenId: string | null = null) {
  const { desk } = spotDesk();
  desk.ui.setState(({ tape }) => ({ tape: { ...tape, tokenId } }));
  const watched: StreamFilterValues[] = [];
  let closed = 0;
  const spec = watchForm(desk, stream, (filter) => {
    watched.push(filter);
    return refusal;
  });
  const form = new FormController(spec, {
    keymap: deskKeymap(),
    now: desk.now,
    onChange: () => {},
    close: () => closed++,
    blockReason: () => 'orders are halted',
    confirmation: () => ({ by: 'key' }),
    maxScroll: () => 0,
    executed: () => '',
  });
  const press = (...keys: string[]) => {
    for (const key of keys) form.key(key);
  };
  const screen = () => formLines(form, { mode: 'paper', columns: 80, rows: 24 }).map(plainText).join('\n');
  return { form, spec, watched, closed: () => closed, press, screen };
}

test('it begins with what the person most likely means: the token on the tape, the own wallet', () => {
  expect(open(streamOf('svm', 'tokenAddress'), null, `solana:${addresses.jup}`).spec.initial).toEqual({
    tokenAddress: addresses.jup,
  });
  expect(open(streamOf('evm', 'chainId', 'tokenAddress'), null, `solana:${addresses.jup}`).spec.initial).toEqual({
    chainId: '8453',
    tokenAddress: '',
  });
  expect(open(streamOf('svm', 'walletAddress')).spec.initial).toEqual({ walletAddress: addresses.main });
  expect(open(streamOf('evm', 'walletAddress')).spec.initial).toEqual({ walletAddress: addresses.base });
});

test('a symbol is looked up, and the address it stands for is shown whole and asked for', async () => {
  const { form, press, watched, closed } = open(streamOf('svm', 'tokenAddress'));
  form.paste('JUP');
  expect(form.evaluate().problems).toEqual({ tokenAddress: 'Searching for JUP …' });
  await settle();
  expect(readRows(form.evaluate().preview).slice(0, 2)).toEqual(['token: JUP', `address: ${addresses.jup}`]);
  press('Enter');
  await settle();
  expect(watched).toEqual([{ tokenAddress: addresses.jup }]);
  expect(closed()).toBe(1);
});

test('it asks for no confirmation and no halt stops it: nothing is traded', () => {
  const { form, press, watched, screen } = open(streamOf('svm', 'walletAddress'));
  expect(screen()).toMatch(/‹ Watch ›/);
  press('Enter');
  expect(form.state.phase).not.toBe('confirm');
  expect(watched).toEqual([{ walletAddress: addresses.main }]);
});

test('a bad filter says what is allowed under its field, and keeps what was typed', () => {
  const { form, press, watched, screen, closed } = open(streamOf('evm', 'walletAddress'));
  press('C-u', '0', 'x', '1', 'Enter');
  expect(screen()).toContain('Not an EVM address: it has 0x and 40 hexadecimal');
  expect(form.state.values).toEqual({ walletAddress: '0x1' });
  expect([watched, closed()]).toEqual([[], 0]);
});

test('a chain is chosen from those that are known', () => {
  const { form, press } = open(streamOf('evm', 'chainId', 'tokenAddress'));
  press('Down', 'Down');
  expect(form.state.values.chainId).toBe('143');
});

test('a refusal is shown and keeps what was typed', async () => {
  const { form, press, screen, closed } = open(streamOf('svm', 'walletAddress'), 'you watch this already');
  press('Enter');
  await settle();
  expect(screen()).toContain('Not sent: you watch this already');
  expect(form.state).toMatchObject({ phase: 'edit', values: { walletAddress: addresses.main } });
  expect(closed()).toBe(0);
});
