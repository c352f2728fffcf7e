import { describe, expect, it } from 'vitest';

import { createTextEndpoint } from '../http/endpoint.ts';
import { type Checks, createHealthEndpoint } from './health-endpoint.ts';

async function ask(checks: Checks, path = '', query = ''): Promise<readonly [number, string] | undefined> {
  const answer = await createHealthEndpoint('readyz', checks)(path, new URLSearchParams(query));
  return answer === undefined ? undefined : [answer.status, answer.body];
}

const good: Checks = { ping: () => true, caches: () => true };
const bad: Checks = { ping: () => true, caches: () => 'Deployment.apps is not listed yet' };

describe('a failed check', () => {
  it('shows no secret and no control character, because it is public', async () => {
    const endpoint = createHealthEndpoint('readyz', { store: () => 'https://me:s3cret@store/ said \u001b[2J' });
    const answer = await endpoint('', new URLSearchParams());
    expect(answer?.body).toContain('[-]store failed: https://[redacted]@store/ said \\u001b[2J\n');
  });
});

describe('createHealthEndpoint', () => {
  it('is ok if every check passes, and without checks', async () => {
    expect(await ask(good)).toEqual([200, 'ok']);
    expect(await ask({})).toEqual([200, 'ok']);
  });

  it('reports what failed and why', async () => {
    const report = '[+]ping ok\n[-]caches failed: Deployment.apps is not listed yet\nreadyz check failed\n';
    expect(await ask(bad)).toEqual([500, report]);
  });

  it('lists the passed checks on request', async () => {
    expect(await ask(good, '', 'verbose')).toEqual([200, '[+]ping ok\n[+]caches ok\nreadyz check passed\n']);
  });

  it('omits excluded checks', async () => {
    expect(await ask(bad, '', 'exclude=caches&exclude=other')).toEqual([200, 'ok']);
  });

  it('runs one check by its path', async () => {
    expect(await ask(bad, 'ping')).toEqual([200, 'ok']);
    expect(await ask(bad, 'caches')).toEqual([500, expect.stringContaining('[-]caches failed')]);
    expect(await ask(bad, 'other')).toBeUndefined();
    expect(await ask(bad, 'constructor')).toBeUndefined();
  });

  it('counts a check that throws as failed', async () => {
    const throws = (): true => {
      throw new Error('no cache');
    };
    expect(await ask({ throws })).toEqual([500, '[-]throws failed: no cache\nreadyz check failed\n']);
  });

  it('includes checks that are added later', async () => {
    const checks: Record<string, () => true | string> = {};
    const endpoint = createHealthEndpoint('readyz', checks);
    checks['late'] = () => 'not yet';
    expect(await endpoint('', new URLSearchParams())).toMatchObject({ status: 500 });
  });
});

describe('createTextEndpoint', () => {
  it('returns its text, and 404 for subpaths', async () => {
    const endpoint = createTextEndpoint('text/plain', () => Promise.resolve('numbers'));
    expect(await endpoint('', new URLSearchParams())).toEqual({
      status: 200,
      contentType: 'text/plain',
      body: 'numbers',
    });
    expect(endpoint('below', new URLSearchParams())).toBeUndefined();
  });
});
