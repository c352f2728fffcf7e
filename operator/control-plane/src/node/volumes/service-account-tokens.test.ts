import { expect, test } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createTokens, type TokenRequest } from './service-account-tokens.ts';

const minute = 60_000;

function setUp(livesMs: number): {
  requests: TokenRequest[];
  refuse: { now: boolean };
  clock: ReturnType<typeof createFakeClock>;
  token: ReturnType<typeof createTokens>;
} {
  const clock = createFakeClock();
  const requests: TokenRequest[] = [];
  const refuse = { now: false };
  const issue = async (request: TokenRequest): Promise<{ token: string; expirationTimestamp: string }> => {
    if (refuse.now) throw new Error('refused');
    requests.push(request);
    return { token: `token ${requests.length}`, expirationTimestamp: new Date(clock.now() + livesMs).toISOString() };
  };
  return { requests, refuse, clock, token: createTokens(issue, clock) };
}

test('a token is used for 80 % of its lifetime', async () => {
  const { token, clock } = setUp(10 * minute);
  expect(await token({})).toBe('token 1');
  await clock.advance(8 * minute - 1);
  expect(await token({})).toBe('token 1');
  await clock.advance(1);
  expect(await token({})).toBe('token 2');
});

test('a token with a lifetime of a year is replaced after a day', async () => {
  const { token, clock } = setUp(365 * 24 * 60 * minute);
  await token({});
  await clock.advance(24 * 60 * minute);
  expect(await token({})).toBe('token 2');
});

test('each audience has its own token', async () => {
  const { token, requests } = setUp(10 * minute);
  expect(await token({ audience: 'vault', expirationSeconds: 600 })).toBe('token 1');
  expect(await token({ audience: '' })).toBe('token 2');
  expect(await token({ expirationSeconds: 600, audience: 'vault' })).toBe('token 1');
  expect(requests).toEqual([{ audience: 'vault', expirationSeconds: 600 }, {}]);
});

test('when the request for the next token fails, the old one is used until it expires', async () => {
  const { token, clock, refuse } = setUp(10 * minute);
  await token({});
  refuse.now = true;
  await clock.advance(10 * minute - 1);
  expect(await token({})).toBe('token 1');
  await clock.advance(1);
  await expect(token({})).rejects.toThrow('refused');
});
