import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Progress } from '../progress.ts';
import { binaryNames, type Binaries } from './binary.ts';
import { binariesDirectory, type Host, readPins } from './pins.ts';
import { findBinaries, type FindBinariesOptions } from './find-binaries.ts';
import type { Origins } from './releases.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let root = '';
useTemporaryFolder((path) => void (root = path));
let host: Host;
const nowhere: Origins = {
  kubernetes: 'http://127.0.0.1:1',
  github: 'http://127.0.0.1:1',
  githubApi: 'http://127.0.0.1:1',
};

beforeEach(async () => {
  await mkdir(join(root, 'bin'));
  // The system's folders come last, so that tests find sh and tar there, but no real Go toolchain.
  const env = { KUBEWRIGHT_CACHE: join(root, 'cache'), PATH: `${join(root, 'bin')}:/usr/bin:/bin` };
  host = { platform: 'linux', arch: 'x64', env };
  await writeFakeGo('echo go1.20');
});

const find = (more: Partial<FindBinariesOptions> = {}): Promise<Binaries> =>
  findBinaries({ host, origins: nowhere, ...more });
const withAssets = (directory: string): Host => ({ ...host, env: { ...host.env, KUBEBUILDER_ASSETS: directory } });
const getCache = async (): Promise<string> => binariesDirectory(await readPins(), host);

async function writeExecutables(directory: string, names: readonly string[], content = '#!/bin/sh\n'): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const name of names) {
    await writeFile(join(directory, name), content);
    await chmod(join(directory, name), 0o755);
  }
}
const writeFakeGo = (script: string): Promise<void> =>
  writeExecutables(join(root, 'bin'), ['go'], `#!/bin/sh\nif [ "$1" = env ]; then ${script}; exit; fi\n${building}\n`);

/** A fake `go build -o <folder>/ tool`: writes the requested executables to the folder. */
const building = `
[ "$CGO_ENABLED$GOWORK" = 0off ] || exit 9
if [ "$1" = list ]; then echo "go: downloading k8s.io/api v0" >&2; echo a; echo b; exit; fi
while [ "$1" != -o ]; do shift; done
[ -z "$GO_FAILS" ] || { echo "a.go:1: syntax error"; exit 2; }
case "$3" in go.etcd.io/*) names="server kwok";; *) names="server kube-apiserver kube-controller-manager kube-scheduler kubectl kwok";; esac
for name in $names; do
  echo "built $name in $(basename "$PWD")" > "$2$name"; chmod +x "$2$name"; done`;

describe('1. KUBEBUILDER_ASSETS', () => {
  test('is sufficient if it is complete', async () => {
    const assets = join(root, 'assets');
    await writeExecutables(assets, ['etcd', 'kube-apiserver', 'kubectl']);
    const binaries = await find({ host: withAssets(assets), needed: ['etcd', 'kube-apiserver', 'kubectl'] });
    expect(binaries).toMatchObject({ etcd: join(assets, 'etcd'), kubectl: join(assets, 'kubectl') });
    expect(await readdir(root)).not.toContain('cache');
  });

  test('has precedence; missing executables come from the cache', async () => {
    const assets = join(root, 'assets');
    await writeExecutables(assets, ['etcd', 'kube-apiserver', 'kubectl']);
    await writeExecutables(await getCache(), binaryNames);
    const binaries = await find({ host: withAssets(assets) });
    expect(binaries.etcd).toBe(join(assets, 'etcd'));
    expect(binaries.kwok).toBe(join(await getCache(), 'kwok'));
  });

  test('must not have a kube-apiserver if a version is requested', async () => {
    const assets = join(root, 'assets');
    await writeExecutables(assets, ['kube-apiserver']);
    const found = find({ host: withAssets(assets), version: '1.34' });
    await expect(found).rejects.toThrow('run Kubernetes 1.34: KUBEBUILDER_ASSETS has a kube-apiserver');
  });

  test('is rejected if it has none of the executables', async () => {
    await expect(find({ host: withAssets(join(root, 'typo')) })).rejects.toThrow(
      /KUBEBUILDER_ASSETS=.*typo.*unset KUBEBUILDER_ASSETS/,
    );
  });
});

describe('2. the cache', () => {
  test('has precedence over a build', async () => {
    await writeFakeGo('echo go1.26.0');
    await writeExecutables(await getCache(), binaryNames, 'cached');
    expect(await readFile((await find()).etcd, 'utf8')).toBe('cached');
  });
});

describe('4. a build', () => {
  test('fills the cache from the pinned module and shows its progress', async () => {
    await writeFakeGo('echo go1.26.0');
    const steps: Progress[] = [];
    const binaries = await find({ onProgress: (progress) => steps.push(progress) });
    expect(await readFile(binaries.etcd, 'utf8')).toBe('built server in pins\n');
    expect((await readdir(await getCache())).sort()).toEqual([...binaryNames].sort());
    expect(steps).toContainEqual(expect.objectContaining({ done: 0, total: 2, unit: 'packages' }));
  });

  test('of another version takes Kubernetes from its module, and etcd and kwok from the pinned one', async () => {
    await writeFakeGo('echo go1.26.0');
    const env = { ...host.env, KUBEWRIGHT_KUBERNETES_VERSION: '1.34' };
    const binaries = await find({ host: { ...host, env } });
    expect(await readFile(binaries['kube-apiserver'], 'utf8')).toBe('built kube-apiserver in 1.34\n');
    expect(await readFile(binaries.etcd, 'utf8')).toBe('built server in pins\n');
    expect(await readFile(binaries.kwok, 'utf8')).toBe('built kwok in pins\n');
  });

  test('that fails shows the message of the compiler', async () => {
    await writeFakeGo('echo go1.26.0');
    const failing = find({ host: { ...host, env: { ...host.env, GO_FAILS: '1' } } });
    await expect(failing).rejects.toThrow(
      'failed to run go build: the command ended with exit code 2; the end of its output:\na.go:1: syntax error',
    );
  });
});

describe('3. a download', () => {
  test('has precedence over a build, and fills the cache with files that match their published checksums', async () => {
    await writeFakeGo('echo go1.26.0');
    await using server = await startReleaseServer();
    const binaries = await find({ origins: server.origins });
    for (const name of binaryNames) expect(await readFile(binaries[name], 'utf8')).toBe(`released ${name}`);
  });

  test('is skipped if the user wants a build', async () => {
    await writeFakeGo('echo go1.26.0');
    await using server = await startReleaseServer();
    const env = { ...host.env, KUBEWRIGHT_BINARIES: 'build' };
    const binaries = await find({ origins: server.origins, host: { ...host, env } });
    expect(await readFile(binaries.etcd, 'utf8')).toBe('built server in pins\n');
  });

  test('gives way to a build if a server cannot be reached, before it downloads anything', async () => {
    await writeFakeGo('echo go1.26.0');
    await using server = await startReleaseServer({ missing: `/v${(await readPins()).kwok}` });
    const steps: string[] = [];
    const binaries = await find({ origins: server.origins, onProgress: ({ step }) => steps.push(step) });
    expect(await readFile(binaries.etcd, 'utf8')).toBe('built server in pins\n');
    expect(steps.filter((step) => step.startsWith('downloading http'))).toEqual([]);
  });

  test('that does not match its checksum is not installed', async () => {
    await using server = await startReleaseServer({ corrupt: '/kube-scheduler' });
    await expect(find({ origins: server.origins })).rejects.toThrow(
      /install .*kube-scheduler: the SHA-256 of the download is .*, but the release lists/,
    );
    expect(await readdir(join(root, 'cache', 'control-plane'))).toEqual([]);
  });

  test('without a published checksum is not installed', async () => {
    await using server = await startReleaseServer({ missing: '/kubectl.sha256' });
    await expect(find({ origins: server.origins })).rejects.toThrow('kubectl.sha256: the server answered 404');
  });
});

test('when all sources fail, the message has each reason and a remedy', async () => {
  await expect(find()).rejects.toThrow(
    new RegExp(
      [
        'failed to get the binaries of the control plane',
        'downloading them: .*ECONNREFUSED',
        'building them: .*Go 1.20 is too old',
        'install Go 1.26',
        'KUBEBUILDER_ASSETS',
        'KUBEWRIGHT_CACHE',
      ].join('.*'),
      's',
    ),
  );
});

test('an abort ends the search with its own reason, and no further source is tried', async () => {
  const reason = new Error('enough');
  await expect(find({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

/** Serves the release files for Linux on amd64 like the official servers, redirects included. */
async function startReleaseServer(
  fault: { corrupt?: string; missing?: string } = {},
): Promise<AsyncDisposable & { origins: Origins }> {
  const { kubernetes, etcd, kwok } = await readPins();
  const files = new Map<string, Buffer | string>();
  for (const name of ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl']) {
    addWithDigest(`/v${kubernetes}/bin/linux/amd64/${name}`, `released ${name}`);
  }
  const folder = `etcd-v${etcd}-linux-amd64`;
  await writeExecutables(join(root, folder), ['etcd'], 'released etcd');
  const archive = execFileSync('tar', ['-cz', '-C', root, folder]);
  files.set(`/etcd-io/etcd/releases/download/v${etcd}/${folder}.tar.gz`, archive);
  files.set(`/etcd-io/etcd/releases/download/v${etcd}/SHA256SUMS`, `${hashSha256(archive)}  ${folder}.tar.gz\n`);
  const kwokFile = 'released kwok';
  files.set('/storage/kwok', kwokFile);
  const assets = [{ name: 'kwok-linux-amd64', digest: `sha256:${hashSha256(kwokFile)}` }];
  files.set(`/repos/kubernetes-sigs/kwok/releases/tags/v${kwok}`, JSON.stringify({ assets }));

  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const file = files.get(url);
    if (url.endsWith('/kwok-linux-amd64')) response.writeHead(302, { location: '/storage/kwok' }).end();
    else if (file === undefined || (fault.missing && url.endsWith(fault.missing))) response.writeHead(404).end();
    else response.end(fault.corrupt && url.endsWith(fault.corrupt) ? 'something else' : file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origins: { kubernetes: origin, github: origin, githubApi: origin },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function addWithDigest(path: string, content: string): void {
    files.set(path, content);
    files.set(`${path}.sha256`, hashSha256(content));
  }
}

function hashSha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
