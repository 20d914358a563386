import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe, wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { tablePane } from '../panes.ts';
import { cells, drawnPane, tableDesk } from '../table-desk.fixture.ts';

const filled = (answer: readonly unknown[] = wire.funding) => tableDesk('funding', answer);
const shown = (fake: FakeDesk, width = 80, height = 9) => drawnPane(fake, 'funding', width, height);

describe('funding', () => {
  test('is drawn the newest first, with what was paid below zero', () => {
    const pane = shown(filled());
    expect(pane[0]).toMatch(/^┏━ Funding ━+ 7 d −0\.2886 ━┓$/);
    expect(cells(pane[2])).toEqual(['▸', '14:00:00', 'BTC', '−0.1819', '+0.0013 %', '+0.1500']);
    expect(cells(pane[3])).toEqual(['14:00:00', 'ETH', '+0.1836', '+0.0013 %', '−4.2000']);
    expect(cells(pane[4])).toEqual(['12-31 23:00:00', 'BTC', '−0.2903', '+0.0020 %', '+0.1500']);
  });

  test('adds up by coin, the largest first', () => {
    expect(shown(filled()).at(-2)).toMatch(/^┃ {3}BTC −0\.4722 {3}ETH \+0\.1836 +┃$/);
    expect(shown(filled(), 30).at(-3)).toMatch(/^┃ {3}BTC −0\.4722 +┃$/);
    expect(shown(filled(), 30).at(-2)).toMatch(/^┃ {3}ETH \+0\.1836 +┃$/);
    const many = [
      ...wire.funding,
      { coin: 'SOL', usdc: '1234.5', time: readAtMs },
      { coin: 'XRP', usdc: 'x', time: readAtMs },
    ];
    expect(shown(filled(many)).at(-2)).toContain('1 unknown   SOL +1,234.50   BTC −0.4722');
  });

  test('gives its exact values to details and files', () => {
    const fake = filled();
    const pane = tablePane('funding');
    const [btc, eth] = pane.rows(fake.desk);
    expect(pane.details(btc, fake.desk)).toEqual([
      { label: 'time', value: '2026-01-01 14:00:00 UTC' },
      { label: 'coin', value: 'BTC' },
      { label: 'paid', value: '0.1819 USDC' },
      { label: 'rate', value: '+0.001250 % an hour' },
      { label: 'position', value: 'long 0.1500 BTC' },
    ]);
    expect(pane.details(eth, fake.desk)).toContainEqual({ label: 'received', value: '0.1836 USDC' });
    expect(pane.fields?.(btc, fake.desk)).toContainEqual({ name: 'usdc', value: '-0.1819' });
  });

  test('filters by coin and by paid or received', () => {
    const fake = filled();
    fake.desk.ui.setState({ filter: { funding: 'paid' } });
    expect(shown(fake)[0]).toContain('/paid 2 of 3');
  });

  test('what cannot be read stands above, and is counted', () => {
    const pane = shown(filled([...wire.funding, { coin: 'BTC' }]));
    expect(pane[2]).toContain('unreadable: ');
    expect(pane.at(-2)).toContain('1 unknown');
  });

  test('says what it waits for, what failed, and that there is none', () => {
    const fake = fakeDesk();
    expect(shown(fake).join('\n')).toContain('Reading the funding payments …');
    fake.fail('funding', Object.assign(new Error('no scope'), { code: 'FORBIDDEN' }), readAtMs);
    expect(shown(fake).join('\n')).toContain('✕ no scope');
    expect(shown(filled([])).join('\n')).toContain('No funding in the last 7 days.');
  });

  test.each([
    [38, 5],
    [96, 20],
    [200, 58],
  ])('fills %i×%i, whatever a text says', (width, height) => {
    for (const text of ['BTC', ...hostileTexts]) {
      const strange = { coin: text, usdc: text, fundingRate: text, szi: text, time: -8.7e15 };
      const lines = shown(filled([...wire.funding, strange]), width, height);
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(isCellSafe(line), JSON.stringify(line)).toBe(true);
    }
  });
});
