import { describe, expect, test } from 'vitest';
import { FrameLog } from './frame-log.ts';

const filled = (count: number): FrameLog => {
  const log = new FrameLog();
  for (let index = 1; index <= count; index++) {
    log.push(`text ${index}`, index);
    log.belongsTo(index % 2 === 0 ? 'even' : null);
  }
  return log;
};

describe('the last messages', () => {
  test('newest first, each with its number, time, length and channel', () => {
    expect(filled(3).latest(null, 2)).toEqual([
      { seq: 3, atMs: 3, text: 'text 3', lengthChars: 6, channel: null, problem: null },
      { seq: 2, atMs: 2, text: 'text 2', lengthChars: 6, channel: 'even', problem: null },
    ]);
    expect(filled(3).latest(null, 0)).toEqual([]);
    expect(new FrameLog().latest(null, 10)).toEqual([]);
  });

  test('at most 500 are kept', () => {
    const all = filled(1_234).latest(null, 10_000);
    expect(all).toHaveLength(500);
    expect([all[0]!.seq, all.at(-1)!.seq]).toEqual([1_234, 735]);
  });

  test.each([499, 500, 501])('no gap and no duplicate at the edge: %d', (count) => {
    const numbers = filled(count)
      .latest(null, 10_000)
      .map(({ seq }) => seq);
    expect(numbers).toEqual(Array.from({ length: Math.min(count, 500) }, (_, index) => count - index));
  });

  test('of one channel', () => {
    const of = filled(1_000).latest('even', 3);
    expect(of.map(({ seq }) => seq)).toEqual([1_000, 998, 996]);
    expect(filled(1_000).latest('even', 10_000)).toHaveLength(250);
    expect(filled(10).latest('another', 5)).toEqual([]);
  });

  test('a long text is truncated to 4,096 characters, with its length', () => {
    const log = new FrameLog();
    log.push('x'.repeat(4_096), 1);
    log.push('y'.repeat(200_000), 2);
    expect(log.latest(null, 2).map(({ text, lengthChars }) => [text.length, lengthChars])).toEqual([
      [4_096, 200_000],
      [4_096, 4_096],
    ]);
  });

  test('the problem of a message is shown with it: the first reason, and only on the last message', () => {
    const log = filled(2);
    log.isBad('not JSON');
    log.isBad('something else');
    log.push('good', 3);
    expect(log.latest(null, 3).map(({ problem }) => problem)).toEqual([null, 'not JSON', null]);
  });

  test('a remark without a message is ignored', () => {
    const log = new FrameLog();
    log.isBad('x');
    log.belongsTo('c');
    expect(log.latest(null, 1)).toEqual([]);
  });
});
