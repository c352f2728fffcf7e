import { describe, expect, it } from 'vitest';

import { parseDurationMs, formats, listenHost, parsePeriodMs } from './formats.ts';

describe('parseDurationMs', () => {
  it.each([
    ['5m', 300_000],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
    ['1h1m1s1ms', 3_661_001],
    ['500ms', 500],
    ['2m5ms', 120_005],
    ['300', 300_000],
    ['0s', 0],
    ['0', 0],
    ['0h0ms', 0],
  ])('of %s is %i', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each(['', '1.5s', '5s1m', '5ms1s', '-5s', ' 5m', '5 m', '5M', '1d', 'm'])('rejects %j', (text) => {
    expect(() => parseDurationMs(text)).toThrow(
      expect.objectContaining({
        code: 'SPEC_INVALID',
        message: `failed to read a duration: ${JSON.stringify(text)} is not allowed; use a duration such as 90s, 5m or 1h30m`,
      }),
    );
  });
});

describe('parsePeriodMs', () => {
  it.each([
    ['10h', 36_000_000],
    ['300', 300_000],
    ['0s', undefined],
    ['0', undefined],
    ['0h', undefined],
  ])('of %s is %s', (text, ms) => {
    expect(parsePeriodMs(text)).toBe(ms);
    expect(formats.period.pattern.test(text)).toBe(true);
  });

  it.each(['', 'never', '-1s', '0s1', '1.5s'])('rejects %j', (text) => {
    expect(() => parsePeriodMs(text)).toThrow(expect.objectContaining({ code: 'SPEC_INVALID' }));
    expect(formats.period.pattern.test(text)).toBe(false);
  });
});

describe('a format', () => {
  it.each([
    ['image', ['nginx', 'registry.example:5000/team/nginx:1.27@sha256:0f'], ['', 'a b', 'nginx\n']],
    [
      'address',
      ['localhost:0', '127.0.0.1:6742', '[::1]:65535', 'petstore-service.petstore.svc:6742'],
      ['', 'foo', 'foo:', ':6742', '::1:6742', 'foo:65536', 'http://foo:80', 'a b:80'],
    ],
  ] as const)('accepts only values that can be an %s', (format, good, bad) => {
    const takes = (text: string): boolean => formats[format].pattern.test(text);
    expect([good.filter(takes), bad.filter(takes)]).toEqual([good, []]);
  });
});

describe('the host to listen on', () => {
  it.each(['127.0.0.1', '::1', '0.0.0.0', 'localhost'])('is the configured address: %s', (address) => {
    expect(listenHost(address)).toBe(address);
  });

  it('is left to Node for the address ::, because Node knows whether the machine has IPv6', () => {
    expect(listenHost('::')).toBeUndefined();
  });
});
