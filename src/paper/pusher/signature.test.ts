import { describe, expect, it } from 'vitest';
import { isSigned, sign } from './signature.ts';

const appKey = '278d425bdf160c739803';
const appSecret = '7ad3773142a6692b25b8';
const subscription = { socketId: '1234.1234', channel: 'private-foobar' };
const signature = '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4';

describe('subscription signature', () => {
  it("gives the protocol documentation's own example", () => {
    expect(sign(subscription, appSecret)).toBe(signature);
    expect(isSigned(`${appKey}:${signature}`, subscription, appKey, appSecret)).toBe(true);
  });

  it('covers the channel data of a presence channel', () => {
    const member = { socketId: '1234.1234', channel: 'presence-foobar', channelData: '{"user_id":10}' };
    const auth = `${appKey}:${sign(member, appSecret)}`;
    expect(isSigned(auth, member, appKey, appSecret)).toBe(true);
    expect(isSigned(auth, { ...member, channelData: '{"user_id":11}' }, appKey, appSecret)).toBe(false);
    expect(isSigned(auth, { ...member, channelData: undefined }, appKey, appSecret)).toBe(false);
  });

  it.each([
    ['another socket', `${appKey}:${signature}`, { ...subscription, socketId: '1234.1235' }],
    ['another channel', `${appKey}:${signature}`, { ...subscription, channel: 'private-foobaz' }],
    ['no key', signature, subscription],
    ['nothing', '', subscription],
    ['a longer text', `${appKey}:${signature}0`, subscription],
  ])('refuses %s', (_what, auth, claimed) => {
    expect(isSigned(auth, claimed, appKey, appSecret)).toBe(false);
  });
});
