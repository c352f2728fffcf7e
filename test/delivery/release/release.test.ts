import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Descriptor, parseJson } from '../../../operator/generate/src/image/oci/blob.ts';
import type { ImageManifest } from '../../../operator/generate/src/image/oci/image.ts';
import { openLayout } from '../../../operator/generate/src/image/oci/layout.ts';
import { getPackageName, published } from '../../../scripts/release/artifacts.ts';
import { git, splitLines } from '../../../scripts/release/git.ts';
import { type Manifest, findOtherVersions, findPackedComplaints } from '../../../scripts/check/packages.ts';
import { root } from '../../../scripts/run.ts';
import { ask, type ProgramResult } from '../../support/go-tools.ts';
import { readYaml } from '../../support/read-yaml.ts';

/** Higher than all versions that the repository will ever have. */
const version = '99.0.0-rc.1';

let folder: string;
let out: string;
let result: ProgramResult;
let before: string;
let commit: string;

/** Reads everything in the repository that a release might change. */
async function readState(): Promise<string> {
  const asked = [
    ['rev-parse', 'HEAD'],
    ['status', '--porcelain'],
    ['tag'],
    ['branch'],
    ['stash', 'list'],
    ['worktree', 'list'],
  ];
  return (await Promise.all(asked.map((args) => git(root, ...args)))).join('\n');
}

function release(...args: readonly string[]): Promise<ProgramResult> {
  const who = ['AUTHOR', 'COMMITTER'].flatMap((each) => [`GIT_${each}_NAME=A Maintainer`, `GIT_${each}_EMAIL=a@b.c`]);
  return ask('env', [...who, 'npm', '--prefix', root, 'run', '--silent', 'release', '--', ...args]);
}

async function unpack(archive: string): Promise<string> {
  const into = await mkdtemp(path.join(folder, 'unpacked-'));
  const { code, text } = await ask('tar', ['--extract', '--directory', into, '--file', path.join(out, archive)]);
  expect(`${code} ${text}`).toBe('0 ');
  return into;
}

const readCommitted = (file: string): Promise<string> => git(root, 'show', `${commit}:${file}`);
const readOutput = (file: string): Promise<string> => readFile(path.join(out, file), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubewright-release-test-'));
  out = path.join(folder, 'files');
  before = await readState();
  result = await release(version, '--dry-run', '--out', out);
  commit = /git show --stat (\w+)/.exec(result.text)?.[1] ?? '';
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a dry run of a release', () => {
  it('prints its steps and the next command, and does not change the repository', async () => {
    expect(result.code, result.text).toBe(0);
    expect(result.text).toContain('This was a dry run: your branch and work tree are unchanged.');
    expect(result.text).toMatch(/✔ Image for amd64 and arm64, with SBOM and provenance \(\d/);
    expect(await readState()).toBe(before);
  });

  it('has the published files, with their checksums', async () => {
    const packages = published.map((each) => `${getPackageName(each)}-${version}.tgz`);
    const image = [
      'provenance.intoto.json',
      'report.txt',
      'sbom.linux-amd64.cdx.json',
      'sbom.linux-arm64.cdx.json',
      'tar',
    ];
    const files = [
      ...packages,
      ...image.map((name) => `operator-image-${version}.${name}`),
      `kubewright-${version}.tgz`,
      ...['kubewright-manifests', 'kubewright-olm'].map((name) => `${name}-${version}.tar.gz`),
      ...['RELEASE_NOTES.md', 'crds.yaml', 'importable-crds.yaml', 'install.yaml'],
    ];
    expect((await readdir(out)).sort()).toEqual([...files, 'SHA256SUMS'].sort());
    for (const line of splitLines(await readOutput('SHA256SUMS'))) {
      const [hash, file = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(await readFile(path.join(out, file)))
          .digest('hex'),
      ).toBe(hash);
      files.splice(files.indexOf(file), 1);
    }
    expect(files).toEqual([]);
  });

  it.each(published)('has the version in the package of %s, and no internal file', async (each) => {
    const unpacked = path.join(await unpack(`${getPackageName(each)}-${version}.tgz`), 'package');
    const manifest = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8')) as Manifest;
    expect(manifest.version).toBe(version);
    expect(findOtherVersions(manifest, version)).toEqual([]);
    const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    expect(findPackedComplaints(files.map((file) => path.relative(unpacked, file)))).toEqual([]);
  });

  it('has an image of the version that names the commit it is built from', async () => {
    const layout = await openLayout(await unpack(`operator-image-${version}.tar`));
    expect(layout.top.annotations).toEqual({ 'org.opencontainers.image.ref.name': version });
    const { manifests = [] } = parseJson<{ manifests: readonly Descriptor[] }>(await layout.read(layout.top));
    expect(manifests.map(({ platform }) => platform?.architecture)).toEqual(['amd64', 'arm64']);
    for (const each of manifests) {
      const { config } = parseJson<ImageManifest>(await layout.read(each));
      if (config === undefined) throw new Error('the manifest lacks a config');
      const read = parseJson<{ created: string; config: { Labels: Record<string, string> } }>(
        await layout.read(config),
      );
      expect(read.config?.Labels).toMatchObject({
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.source': 'https://github.com/kubewright/kubewright',
        'org.opencontainers.image.revision': (await git(root, 'rev-parse', commit)).trim(),
      });
      const time = Number(await git(root, 'show', '--no-patch', '--format=%ct', commit));
      expect(Date.parse(read.created ?? '')).toBe(time * 1000);
    }
  });

  it('has manifests, CRDs and bundles of the version', async () => {
    const objects = readYaml(await readOutput('install.yaml')) as readonly { readonly kind: string }[];
    const kinds = objects.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('CustomResourceDefinition')).toBeLessThan(kinds.indexOf('Deployment'));
    // `crds.yaml` also contains the policies that protect the CRDs.
    const crds = readYaml(await readOutput('crds.yaml')) as typeof objects;
    expect(crds).toEqual(objects.slice(0, crds.length));
    expect(crds.length).toBeGreaterThan(kinds.lastIndexOf('CustomResourceDefinition'));
    expect(crds.map(({ kind }) => kind.replace(/^\w+AdmissionPolicy(Binding)?$/, 'policy'))).toEqual(
      crds.map((_, index) =>
        index <= kinds.lastIndexOf('CustomResourceDefinition') ? 'CustomResourceDefinition' : 'policy',
      ),
    );
    const text = await readOutput('install.yaml');
    expect(text).toContain(`image: ghcr.io/kubewright/operator:${version}\n`);
    expect(new Set(text.match(/(?<=app\.kubernetes\.io\/version: ).*/g))).toEqual(new Set([version]));

    const manifests = await unpack(`kubewright-manifests-${version}.tar.gz`);
    expect(await readFile(path.join(manifests, 'staging/operator/operator.k8s.yaml'), 'utf8')).toContain(
      `:${version}\n`,
    );
    const bundles = await unpack(`kubewright-olm-${version}.tar.gz`);
    expect(await readdir(path.join(bundles, 'bundles/kubewright'))).toEqual([`v${version}`]);
    expect(await readFile(path.join(bundles, 'catalog/kubewright/catalog.yaml'), 'utf8')).toContain(
      `kubewright.v${version}`,
    );
  });

  it('has a chart of the version', async () => {
    const chart = await unpack(`kubewright-${version}.tgz`);
    const [about] = readYaml(await readFile(path.join(chart, 'kubewright/Chart.yaml'), 'utf8'));
    expect(about).toMatchObject({ name: 'kubewright', version, appVersion: version });
  });

  it('makes one commit, with the version everywhere and the notes in the changelog', async () => {
    expect(await git(root, 'show', '--no-patch', '--format=%s', commit)).toBe(`Release ${version}\n`);
    expect(JSON.parse(await readCommitted('infra/released/release.json'))).toEqual({ version });
    expect(JSON.parse(await readCommitted('operator/declaration.json'))).toMatchObject({ version });
    expect(await readCommitted('infra/docs/cdk8s.md')).toContain(`./kubewright-infra-${version}.tgz`);
    const notes = await readOutput('RELEASE_NOTES.md');
    expect(await readCommitted('CHANGELOG.md')).toContain(notes);
    expect(notes).toMatch(/^### /);
  });
});

describe('the files of a release', () => {
  it('are not built for the tag of another version', async () => {
    const artifacts = (...args: readonly string[]) =>
      ask('npm', [
        '--prefix',
        root,
        'run',
        '--silent',
        'release:artifacts',
        '--',
        '--out',
        path.join(folder, 'none'),
        ...args,
      ]);
    const { version: current } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
    expect(await artifacts('--tag', `v${version}`)).toEqual({
      code: 1,
      text: `the tag is v${version}, but package.json has ${current ?? ''}: tag the commit of the release\n`,
    });
  });
});

it('a rejected release prints the reason, without a stack', async () => {
  const { code, text } = await release('0.0.1', '--dry-run', '--out', path.join(folder, 'none'));
  expect(code).toBe(1);
  expect(text).toMatch(/^0\.0\.1 is not above [\d.]+, the version in package\.json: use one of .*\n$/);
});
