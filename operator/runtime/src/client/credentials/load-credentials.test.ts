import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { type CredentialsOptions, loadCredentials } from './index.ts';

let folder = '';

// Loads client-node before the first test that needs it: its 846 modules take long on a busy machine.
beforeAll(() => import('@kubernetes/client-node'), 120_000);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  vi.stubEnv('HOME', folder);
  vi.stubEnv('KUBECONFIG', undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function write(path: string, content: unknown): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}

const ca = Buffer.from('the ca').toString('base64');
const buildKubeconfig = (server: string, user: object = { token: 'secret' }, cluster: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'c', cluster: { server, ...cluster } }],
  users: [{ name: 'u', user }],
  contexts: [
    { name: 'first', context: { cluster: 'c', user: 'u', namespace: 'team' } },
    { name: 'second', context: { cluster: 'c', user: 'absent' } },
    { name: 'broken', context: { cluster: 'gone', user: 'u' } },
  ],
  'current-context': 'first',
});

async function load(options: Partial<CredentialsOptions> = {}) {
  const credentials = await loadCredentials({ clock: createFakeClock(), ...options });
  const { tls } = await credentials.current();
  const headers = async () => (await credentials.current()).headers;
  const refuse = async () => credentials.renew(await credentials.current(), { isRefused: true });
  return { ...credentials, tls, headers, refuse };
}
const loadHost = async (options: Partial<CredentialsOptions>): Promise<string> => (await load(options)).server.hostname;

async function writePodFiles(): Promise<string> {
  const mount = 'pod/var/run/secrets/kubernetes.io/serviceaccount';
  vi.stubEnv('KUBERNETES_SERVICE_HOST', 'in-cluster');
  vi.stubEnv('KUBERNETES_SERVICE_PORT', '443');
  await write(`${mount}/token`, 'first token\n');
  await write(`${mount}/ca.crt`, 'the ca');
  await write(`${mount}/namespace`, 'system\n');
  return join(folder, mount);
}

/** The fields of a kubeconfig are tested in `like-client-node.test.ts`. */
describe('a kubeconfig', () => {
  it('provides server, namespace, authority and the header of its user', async () => {
    const cluster = { 'certificate-authority-data': ca, 'tls-server-name': 'api.internal' };
    const path = await write('config', buildKubeconfig('https://api:6443/path', { token: 'secret' }, cluster));
    const { server, namespace, tls, headers } = await load({ kubeconfig: path });
    expect(server.href).toBe('https://api:6443/path');
    expect(namespace).toBe('team');
    expect(tls).toStrictEqual({ ca: Buffer.from('the ca'), servername: 'api.internal' });
    await expect(headers()).resolves.toEqual({ authorization: 'Bearer secret' });
  });

  it('can be read with another context', async () => {
    const path = await write('config', buildKubeconfig('https://api'));
    const { namespace, headers } = await load({ kubeconfig: path, context: 'second' });
    expect(namespace).toBeUndefined();
    await expect(headers()).resolves.toEqual({});
  });
});

describe('the order of the sources', () => {
  const everywhere = { inCluster: true } as const;

  it('is the flag, KUBECONFIG, in-cluster, home', async () => {
    const serviceAccountFolder = await writePodFiles();
    await write('.kube/config', buildKubeconfig('https://home'));
    const flag = await write('flag', buildKubeconfig('https://flag'));
    const variable = await write('variable', buildKubeconfig('https://variable'));

    await expect(loadHost({})).resolves.toBe('home');
    await expect(loadHost({ ...everywhere, serviceAccountFolder })).resolves.toBe('in-cluster');
    vi.stubEnv('KUBECONFIG', variable);
    await expect(loadHost({ ...everywhere, serviceAccountFolder, kubeconfigVariable: true })).resolves.toBe('variable');
    await expect(
      loadHost({ ...everywhere, serviceAccountFolder, kubeconfigVariable: true, kubeconfig: flag }),
    ).resolves.toBe('flag');
  });
});

describe('the token of a Pod', () => {
  it('is read again after 10 s, and at once after a rejection', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const clock = createFakeClock();
    const serviceAccountFolder = await writePodFiles();
    const token = 'pod/var/run/secrets/kubernetes.io/serviceaccount/token';
    const { headers, refuse } = await load({ inCluster: true, serviceAccountFolder, clock });
    const tokenSent = async (): Promise<string | undefined> => (await headers())['authorization'];

    await write(token, 'second token');
    vi.advanceTimersByTime(61_000);
    await clock.advance(10_000);
    expect(await tokenSent()).toBe('Bearer first token');
    await clock.advance(1);
    expect(await tokenSent()).toBe('Bearer second token');

    await write(token, 'third token');
    vi.advanceTimersByTime(61_000);
    expect(await tokenSent()).toBe('Bearer second token');
    await refuse();
    expect(await tokenSent()).toBe('Bearer third token');
  });
});

describe('a replaced token is read again after 10 s, and at once after a refresh', () => {
  it.each([
    ['tokenFile', (file: string) => ({ tokenFile: file })],
    ['an auth provider', (file: string) => ({ 'auth-provider': { name: 'file', config: { tokenFile: file } } })],
  ])('is read again after 10 s, and at once after a refresh: %s', async (_, getUser) => {
    const clock = createFakeClock();
    const token = await write('token', 'first');
    const path = await write('config', buildKubeconfig('https://api', getUser(token)));
    const { headers, refuse } = await load({ kubeconfig: path, clock });
    await expect(headers()).resolves.toEqual({ authorization: 'Bearer first' });
    await write('token', 'second');
    await clock.advance(10_000);
    await expect(headers()).resolves.toEqual({ authorization: 'Bearer first' });
    await clock.advance(1);
    await expect(headers()).resolves.toEqual({ authorization: 'Bearer second' });
    await write('token', 'third');
    await refuse();
    await expect(headers()).resolves.toEqual({ authorization: 'Bearer third' });
  });
});

describe('an exec plug-in', () => {
  it('runs once for all concurrent callers', async () => {
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: 'secret', expirationTimestamp: '2020-01-01T00:00:00Z' },
    };
    const runs = join(folder, 'runs');
    const program = await write('program', `echo run >> '${runs}'; echo '${JSON.stringify(credential)}'`);
    const exec = { apiVersion: credential.apiVersion, command: 'sh', args: [program] };
    const clock = createFakeClock();
    const { headers } = await load({
      kubeconfig: await write('config', buildKubeconfig('https://api', { exec })),
      clock,
    });
    await clock.advance(10_001);
    const all = await Promise.all([headers(), headers(), headers()]);
    expect(all).toEqual([1, 2, 3].map(() => ({ authorization: 'Bearer secret' })));
    await expect(readFile(runs, 'utf8')).resolves.toBe('run\n'.repeat(2));
  });

  it.each(['{"token":"s3cret"}', 'no JSON', '{"status":{}}'])('runs again after it has returned %s', async (bad) => {
    const good = JSON.stringify({ status: { token: 'good', expirationTimestamp: '2020-01-01T00:00:00Z' } });
    const answer = await write('answer', good);
    const exec = { command: 'cat', args: [answer] };
    const clock = createFakeClock();
    const { headers } = await load({
      kubeconfig: await write('config', buildKubeconfig('https://api', { exec })),
      clock,
    });
    await clock.advance(10_001);
    await write('answer', bad);
    await expect(headers()).rejects.toThrow('the exec plug-in "cat" ');
    await write('answer', good);
    await expect(headers()).rejects.toThrow('the exec plug-in "cat" ');
    await clock.advance(5_000);
    await expect(headers()).resolves.toEqual({ authorization: 'Bearer good' });
  });
});

describe('unusable credentials', () => {
  const failure = (options: Partial<CredentialsOptions>) =>
    load(options).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('a file that is not a kubeconfig fails with CREDENTIALS_INVALID', async () => {
    expect(await failure({ kubeconfig: await write('config', 'just a text') })).toMatchObject({
      code: 'CREDENTIALS_INVALID',
      message: expect.stringMatching(/^failed to find the cluster of the current context/) as string,
    });
  });

  it('a missing file is named', async () => {
    expect(await failure({ kubeconfig: join(folder, 'none') })).toMatchObject({
      code: 'CREDENTIALS_INVALID',
      message: expect.stringMatching(/^failed to read credentials \(ENOENT.*none/) as string,
      cause: { code: 'ENOENT' },
    });
  });

  it('a context without a cluster is named', async () => {
    const path = await write('config', buildKubeconfig('https://api'));
    expect(await failure({ kubeconfig: path, context: 'broken' })).toMatchObject({
      code: 'CREDENTIALS_INVALID',
      message: expect.stringMatching('^failed to find the cluster of the context "broken": check') as string,
    });
  });

  it('a context that does not exist is named, with a list of the existing ones', async () => {
    const content = buildKubeconfig('https://api');
    const none = { ...content, contexts: [] };
    const said = 'failed to find the context "nope": check --context (KUBE_CONTEXT); ';
    const code = 'CREDENTIALS_INVALID';
    expect(await failure({ kubeconfig: await write('config', content), context: 'nope' })).toMatchObject({
      ...{ code, message: `${said}available: first, second, broken` },
    });
    expect(await failure({ kubeconfig: await write('none', none), context: 'nope' })).toMatchObject({
      ...{ code, message: `${said}the kubeconfig has no contexts` },
    });
    expect(await failure({ context: 'nope' })).toMatchObject({
      ...{ code, message: expect.stringMatching(/^failed to find a kubeconfig: check/) as string },
    });
  });

  it('a server address that is not a URL is named', async () => {
    expect(await failure({ kubeconfig: await write('config', buildKubeconfig('api')) })).toMatchObject({
      code: 'CREDENTIALS_INVALID',
      message: expect.stringMatching(
        /^failed to read credentials \(the server "api" is not an http or https URL\)/,
      ) as string,
    });
  });

  const execFailure = async (exec: object) => {
    const path = await write('config', buildKubeconfig('https://api', { exec }));
    const error = (await failure({ kubeconfig: path })) as Error;
    expect(error).toMatchObject({ code: 'CREDENTIALS_INVALID' });
    return error;
  };

  it('an exec plug-in that cannot run, or fails, is named with its error', async () => {
    const title = 'failed to use the credentials of the context "first" (the exec plug-in';
    const missing = join(folder, 'no-such-program');
    expect((await execFailure({ command: missing })).message).toContain(
      `${title} "${missing}" failed: spawn ${missing} ENOENT)`,
    );
    const args = ['-c', 'echo s3cret; echo run the login first >&2; exit 1'];
    expect((await execFailure({ command: 'sh', args })).message).toContain(
      `${title} "sh" failed: run the login first)`,
    );
    expect((await execFailure({ command: 'false' })).message).toContain(
      `${title} "false" failed: the plug-in wrote nothing to its standard error)`,
    );
  });

  it.each([
    ['text before JSON', 's3cret {"status":{"token":"s3cret"}}'],
    ['JSON that ends too early', '{"status":{"token":"s3cret"'],
    ['no object', '"s3cret"'],
    ['a credential without a status', '{"token":"s3cret"}'],
    ['a status that is null', '{"status":null,"token":"s3cret"}'],
  ])('an exec plug-in that returns %s is named, without its output', async (_, answer) => {
    const error = await execFailure({ command: 'printf', args: ['%s', answer] });
    expect(error.message).toContain(
      '(the exec plug-in "printf" did not return an ExecCredential in JSON; run it by hand and',
    );
    expect(inspect(error, { depth: 9 })).not.toContain('s3cret');
  });

  it.each(['null', '{"status":{}}', '{"status":{"expirationTimestamp":"2030-01-01T00:00:00Z"}}'])(
    'an exec plug-in that returns no credentials is named: %s',
    async (answer) => {
      expect((await execFailure({ command: 'printf', args: ['%s', answer] })).message).toContain(
        '(the exec plug-in "printf" returned neither a token nor a certificate; run it by hand and',
      );
    },
  );

  it.each(['args', 'env'])('%s of an exec plug-in that are not a list are named, without the values', async (field) => {
    const error = await execFailure({ command: 'printf', [field]: { token: 's3cret' } });
    expect(error.message).toContain(`(${field} of the exec plug-in "printf" is not a list)`);
    expect(inspect(error, { depth: 9 })).not.toContain('s3cret');
  });

  it('without any source, localhost is not assumed', async () => {
    expect(await failure({})).toMatchObject({
      code: 'CREDENTIALS_INVALID',
      message: expect.stringMatching(/^failed to find a kubeconfig: check --kubeconfig, KUBECONFIG/) as string,
    });
  });
});
