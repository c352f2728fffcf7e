import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'what-is-loaded-'));
  const mount = join(folder, 'var/run/secrets/kubernetes.io/serviceaccount');
  await mkdir(mount, { recursive: true });
  await writeFile(join(mount, 'token'), 'a token');
  await writeFile(join(mount, 'ca.crt'), 'a ca');
});

afterAll(() => rm(folder, { recursive: true }));

/** Loads credentials in a separate process, and prints the packages that it has loaded. */
const program = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({ load(url, context, next) {
    const name = /.*node_modules\\/((@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name) packages.add(name);
    return next(url, context);
  } });
  const { loadCredentials } = await import(process.argv[1]);
  const clock = { monotonic: () => 0 };
  await loadCredentials({ clock, ...JSON.parse(process.argv[2]) });
  console.log(JSON.stringify([...packages]));
`;

async function listPackages(options: object): Promise<readonly string[]> {
  const room = pathToFileURL(join(import.meta.dirname, 'index.ts')).href;
  const env = { ...process.env, KUBERNETES_SERVICE_HOST: 'api', KUBERNETES_SERVICE_PORT: '443' };
  const args = ['--input-type=module', '-e', program, room, JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as readonly string[];
}

async function writeKubeconfig(user: object): Promise<object> {
  const config = {
    clusters: [{ name: 'c', cluster: { server: 'https://api' } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  const kubeconfig = join(folder, 'config');
  await writeFile(kubeconfig, JSON.stringify(config));
  return { kubeconfig };
}

it.each([
  ['a token', { token: 'a token' }],
  ['a certificate', { 'client-certificate-data': 'YQ==', 'client-key-data': 'YQ==' }],
])('only a YAML parser is loaded for %s in a kubeconfig', async (_, user) => {
  await expect(listPackages(await writeKubeconfig(user))).resolves.toEqual(['js-yaml']);
});

it('a Pod loads no package', async () => {
  await expect(
    listPackages({
      inCluster: true,
      serviceAccountFolder: join(folder, 'var/run/secrets/kubernetes.io/serviceaccount'),
    }),
  ).resolves.toEqual([]);
});

it('an exec plug-in loads client-node', async () => {
  const exec = { command: 'echo', args: [JSON.stringify({ status: { token: 'a token' } })] };
  await expect(listPackages(await writeKubeconfig({ exec }))).resolves.toContain('@kubernetes/client-node');
});
