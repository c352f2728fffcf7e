import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { loadCredentials } from '../credentials/index.ts';

let folder = '';

// Loads client-node before the first test that needs it: its 846 modules take long on a busy machine.
beforeAll(() => import('@kubernetes/client-node/dist/config.js'), 120_000);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugin-token-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Creates credentials with an exec plug-in whose token is the number of its runs. */
async function setUp(status: object = {}) {
  const runs = join(folder, 'runs');
  const program = join(folder, 'program');
  const credential = JSON.stringify({ status: { token: 'TOKEN', ...status } }).replace(
    'TOKEN',
    `'$(wc -l < '${runs}')'`,
  );
  await writeFile(program, `echo run >> '${runs}'; echo '${credential}'`);
  const kubeconfig = join(folder, 'config');
  const content = {
    clusters: [{ name: 'c', cluster: { server: 'https://api' } }],
    users: [{ name: 'u', user: { exec: { command: 'sh', args: [program] } } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  await writeFile(kubeconfig, JSON.stringify(content), { mode: 0o600 });
  const clock = createFakeClock();
  const credentials = await loadCredentials({ clock, kubeconfig });
  const tokenSent = async (): Promise<string> =>
    (await credentials.current()).headers['authorization']?.replaceAll(/\s+/g, ' ') ?? '';
  const refuse = async (): Promise<void> => credentials.renew(await credentials.current(), { isRefused: true });
  return { refuse, clock, tokenSent, runs: async () => (await readFile(runs, 'utf8')).split('\n').length - 1 };
}

// client-node caches a plug-in's credential until its stated expiry.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#input-and-output-formats
it.each([
  ['that does not expire', {}],
  ['that expires in years', { expirationTimestamp: '2999-01-01T00:00:00Z' }],
])('a credential of an exec plug-in %s is replaced once it is rejected, and retained until then', async (_, status) => {
  const { clock, refuse, runs, tokenSent } = await setUp(status);
  expect(await tokenSent()).toBe('Bearer 1');
  await clock.advance(10_001);
  expect(await tokenSent()).toBe('Bearer 1');
  await refuse();
  expect(await tokenSent()).toBe('Bearer 2');
  await clock.advance(10_001);
  expect(await tokenSent()).toBe('Bearer 2');
  expect(await runs()).toBe(2);
});

it('an exec plug-in runs once for all calls that are rejected at the same time', async () => {
  const { clock, refuse, runs, tokenSent } = await setUp();
  await Promise.all([refuse(), refuse()]);
  expect(await Promise.all([tokenSent(), tokenSent()])).toEqual(['Bearer 2', 'Bearer 2']);
  await clock.advance(10_001);
  expect(await tokenSent()).toBe('Bearer 2');
  expect(await runs()).toBe(2);
});
