import { describe, expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../files.ts';
import { published } from '../release/artifacts.ts';
import { setPageVersion } from '../release/version.ts';
import {
  listCommandSources,
  type Manifest,
  findOtherVersions,
  findPackedComplaints,
  findPublishingComplaints,
  findRegistries,
  findUnpinned,
} from './packages.ts';

const manifests = (await listRepositoryFiles()).filter((file) => /^([\w-]+\/){0,2}package\.json$/.test(file));

describe('the packages of the repository', () => {
  it('pin each dependency to one version', () => {
    const dependencies = { a: '^1.0.0', b: '1.0.0', d: 'npm:@e/f@^1.0.0', g: 'npm:@e/f@1.0.0' };
    expect(findUnpinned({ dependencies, devDependencies: { c: 'latest' } })).toEqual([
      'a@^1.0.0',
      'd@npm:@e/f@^1.0.0',
      'c@latest',
    ]);
  });

  it.each(manifests)('pin each dependency in %s', (file) => {
    expect(findUnpinned(JSON.parse(readRepositoryText(file)) as Manifest)).toEqual([]);
  });

  it('are twelve, the root and eleven workspaces', () => {
    expect(manifests).toHaveLength(12);
  });

  it('are locked without registry URLs', () => {
    expect(findRegistries('"resolved": "https://registry.example/a.tgz"')).toHaveLength(1);
    expect(findRegistries(readRepositoryText('package-lock.json'))).toEqual([]);
  });
});

const readManifest = (file: string): Manifest => JSON.parse(readRepositoryText(file)) as Manifest;
const { version = '' } = readManifest('package.json');

describe('one version', () => {
  it('is that of a package and of its dependencies on our packages', () => {
    const manifest = { name: 'a', version: '0.1.0', dependencies: { '@kubewright/b': '0.2.0', yaml: '2.0.0' } };
    expect(findOtherVersions(manifest, '0.1.0')).toEqual(['@kubewright/b@0.2.0']);
    expect(findOtherVersions(manifest, '0.2.0')).toEqual(['a@0.1.0']);
  });

  it.each(manifests)('is in %s', (file) => {
    expect(findOtherVersions(readManifest(file), version)).toEqual([]);
  });

  it('is in the lockfile', () => {
    const { packages } = JSON.parse(readRepositoryText('package-lock.json')) as { packages: Record<string, Manifest> };
    const ours = Object.entries(packages).filter(([folder]) => !folder.includes('node_modules'));
    expect(ours).toHaveLength(manifests.length);
    expect(ours.flatMap(([, manifest]) => findOtherVersions(manifest, version))).toEqual([]);
  });

  it('is in each page that names a packed package', async () => {
    const pages = (await listRepositoryFiles()).filter((file) => file.endsWith('.md'));
    const named = pages.filter(
      (page) => setPageVersion(readRepositoryText(page), '99.0.0') !== readRepositoryText(page),
    );
    expect(named).toContain('infra/docs/cdk8s.md');
    expect(
      named.filter((page) => setPageVersion(readRepositoryText(page), version) !== readRepositoryText(page)),
    ).toEqual([]);
  });
});

describe('a package that is published', () => {
  it('is part of the release, after its own dependencies', () => {
    const open = manifests.filter((file) => readManifest(file).private !== true);
    expect(published.map((folder) => `${folder}/package.json`).sort()).toEqual([...open].sort());
    const names = published.map((folder) => readManifest(`${folder}/package.json`).name);
    const tooEarly = published.flatMap((folder, index) =>
      Object.keys(readManifest(`${folder}/package.json`).dependencies ?? {}).filter(
        (name) => names.indexOf(name) >= index,
      ),
    );
    expect(tooEarly).toEqual([]);
  });

  it.each(published)('has the metadata for provenance: %s', (folder) => {
    expect(findPublishingComplaints(readManifest(`${folder}/package.json`), folder)).toEqual([]);
  });

  it('is rejected if any of the metadata is missing', () => {
    expect(findPublishingComplaints({ private: true }, 'a')).toHaveLength(7);
  });

  it('has a licence and a page, and no development files', () => {
    const needed = ['LICENSE', 'README.md', 'package.json'];
    expect(findPackedComplaints([...needed, 'dist/index.js', 'dist/testing/index.d.ts', 'src/a.proto'])).toEqual([]);
    expect(findPackedComplaints(['README.md', 'package.json'])).toEqual(['LICENSE is missing']);
    const stray = ['dist/a.test.js', 'dist/a.suite.d.ts', 'src/a.ts', 'fixtures/a.json', 'dist/tsconfig.tsbuildinfo'];
    expect(findPackedComplaints([...needed, ...stray])).toEqual(stray.map((file) => `${file} must not be packed`));
  });
});

it('the operator, the control plane, the generators, infra and the command line install their commands, whose sources begin with a shebang line', () => {
  expect([...listCommandSources({ bin: { a: './dist/b/c.js' } })]).toEqual([['a', 'src/b/c.ts']]);
  const commandsIn = (folder: string): readonly string[] => {
    const commands = listCommandSources(JSON.parse(readRepositoryText(`${folder}/package.json`)) as Manifest);
    for (const source of commands.values())
      expect(readRepositoryText(`${folder}/${source}`)).toMatch(/^#!\/usr\/bin\/env /);
    return [...commands.keys()];
  };
  expect(commandsIn('operator')).toEqual(['petstore']);
  expect(commandsIn('operator/generate')).toEqual(['kubewright-image']);
  expect(commandsIn('cli')).toEqual(['kubewright']);
  expect(commandsIn('operator/control-plane')).toEqual(['kubewright-control-plane']);
  // Pulumi requires the name of the third command.
  expect(commandsIn('infra')).toEqual(['kubewright-crd-changes', 'kubewright-diff', 'pulumi-resource-kubewright']);
});
