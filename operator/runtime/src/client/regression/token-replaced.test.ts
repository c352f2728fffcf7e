import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { type Credentials, loadCredentials } from '../credentials/index.ts';

let root = '';
let clock: FakeClock;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'token-'));
  clock = createFakeClock();
  vi.stubEnv('KUBERNETES_SERVICE_HOST', 'in-cluster');
  vi.stubEnv('KUBERNETES_SERVICE_PORT', '443');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

/**
 * Creates the files of a Pod's ServiceAccount.
 * @param name distinguishes Pods
 */
async function createPod(
  name: string,
): Promise<{ credentials: Credentials; replaceToken: (token: string) => Promise<void> }> {
  const mount = join(root, name, 'var/run/secrets/kubernetes.io/serviceaccount');
  await mkdir(mount, { recursive: true });
  const replaceToken = (token: string): Promise<void> => writeFile(join(mount, 'token'), token);
  await replaceToken(`first of ${name}`);
  await writeFile(join(mount, 'ca.crt'), 'the ca');
  const credentials = await loadCredentials({ clock, inCluster: true, serviceAccountFolder: mount });
  return { credentials, replaceToken };
}

describe('the token of a Pod', () => {
  it('that was rejected, and replaced within its first minute, is sent at once', async () => {
    const { credentials, replaceToken } = await createPod('a');
    await replaceToken('second of a\n');
    credentials.renew(await credentials.current(), { isRefused: true });
    expect(await credentials.current()).toMatchObject({ headers: { authorization: 'Bearer second of a' } });
  });

  it('is separate from those of other Pods in the same process', async () => {
    const [a, b] = [await createPod('a'), await createPod('b')];
    expect(await a.credentials.current()).toMatchObject({ headers: { authorization: 'Bearer first of a' } });
    expect(await b.credentials.current()).toMatchObject({ headers: { authorization: 'Bearer first of b' } });
  });
});
