import { expect, test } from 'vitest';
import type { CheckReport } from './check-report.ts';
import { reportLines, wrap } from './report-text.ts';

test('texts are broken at spaces, long words at dots', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('a.long.path of', 8)).toEqual(['a.long.', 'path of']);
  expect(wrap('abcdefghij', 5)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrap('a  b    c', 20)).toEqual(['a  b    c']);
  expect(wrap('', 5)).toEqual(['']);
});

test.each([80, 120])('no line is wider than the terminal (%i)', (width) => {
  const long = 'tradeSettings.chainPresetsBuy.*.auto.maxPriorityFeePerGasGwei';
  const finding = { path: long, detail: 'expected a decimal as text, came a number', count: 1, of: 2 } as const;
  const report: CheckReport = {
    baseUrl: 'https://api.example.com',
    mode: 'live',
    profile: 'main',
    startedAt: '2026-05-01T10:00:00.000Z',
    swapdeck: 'test',
    verdict: 'surprises',
    surprises: 2,
    operations: [
      {
        id: 'account.settings',
        level: 'warn',
        status: 200,
        latencyMs: 12.4,
        form: 'envelope',
        problem: null,
        missingScope: null,
        setting: null,
        findings: [
          { ...finding, kind: 'type' },
          ...['a', 'b', 'c', 'd', 'e', 'f'].map(
            (name) => ({ ...finding, kind: 'optional', path: `${long}.${name}` }) as const,
          ),
        ],
      },
    ],
    notCalled: 21,
    streams: [
      {
        id: 'evm.token.swaps',
        filter: { chainId: '8453', tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
        level: 'fail',
        events: 0,
        problem: 'the channel was refused. '.repeat(9),
        findings: [],
      },
    ],
    streamSeconds: 60,
    rateLimitHeaders: [{ name: 'x-ratelimit-remaining', example: '41' }],
    facts: [{ question: 'nativeBalance unit', finding: 'whole coins', config: '[balances]\nx = 1', isWrong: true }],
  };
  const lines = reportLines(report, '/home/ann/.config/swapdeck/config.toml', width);
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  const text = lines.join('\n');
  expect(text).toContain('(1 of 2)');
  expect(text).toMatch(/and 2 more/);
  expect(text).toMatch(/2 with surprises: account\.settings, evm\.token\.swaps,\s+nativeBalance\s+unit\./);
  expect(text).toContain('x-ratelimit-remaining: 41');
});
