import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from '../files.ts';
import { published } from '../release/artifacts.ts';
import { pageWith } from '../release/version.ts';
import {
  commandSources,
  type Manifest,
  otherVersions,
  packedComplaints,
  publishingComplaints,
  registriesNamed,
  unpinned,
} from './packages.ts';

const manifests = (await repositoryFiles()).filter((file) => /^(\w+\/){0,2}package\.json$/.test(file));

describe('the packages of the repository', () => {
  it('pin each dependency to one version', () => {
    const dependencies = { a: '^1.0.0', b: '1.0.0', d: 'npm:@e/f@^1.0.0', g: 'npm:@e/f@1.0.0' };
    expect(unpinned({ dependencies, devDependencies: { c: 'latest' } })).toEqual([
      'a@^1.0.0',
      'd@npm:@e/f@^1.0.0',
      'c@latest',
    ]);
  });

  it.each(manifests)('pin each dependency in %s', (file) => {
    expect(unpinned(JSON.parse(textOf(file)) as Manifest)).toEqual([]);
  });

  it('are nine, the root and eight workspaces', () => {
    expect(manifests).toHaveLength(9);
  });

  it('are locked without the URL of a registry', () => {
    expect(registriesNamed('"resolved": "https://registry.example/a.tgz"')).toHaveLength(1);
    expect(registriesNamed(textOf('package-lock.json'))).toEqual([]);
  });
});

const manifestOf = (file: string): Manifest => JSON.parse(textOf(file)) as Manifest;
const { version = '' } = manifestOf('package.json');

describe('one version', () => {
  it('is that of a package and of what it needs of ours', () => {
    const manifest = { name: 'a', version: '0.1.0', dependencies: { '@kubewright/b': '0.2.0', yaml: '2.0.0' } };
    expect(otherVersions(manifest, '0.1.0')).toEqual(['@kubewright/b@0.2.0']);
    expect(otherVersions(manifest, '0.2.0')).toEqual(['a@0.1.0']);
  });

  it.each(manifests)('is in %s', (file) => {
    expect(otherVersions(manifestOf(file), version)).toEqual([]);
  });

  it('is in the lockfile', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Manifest> };
    const ours = Object.entries(packages).filter(([folder]) => !folder.includes('node_modules'));
    expect(ours).toHaveLength(manifests.length);
    expect(ours.flatMap(([, manifest]) => otherVersions(manifest, version))).toEqual([]);
  });

  it('is in each page that names a packed package or the image', async () => {
    const pages = (await repositoryFiles()).filter((file) => file.endsWith('.md') || file === 'operator/Dockerfile');
    const named = pages.filter((page) => pageWith(textOf(page), '99.0.0') !== textOf(page));
    expect(named).toContain('infra/docs/cdk8s.md');
    expect(named.filter((page) => pageWith(textOf(page), version) !== textOf(page))).toEqual([]);
  });
});

describe('a package that is published', () => {
  it('is one of the release, each after what it depends on', () => {
    const open = manifests.filter((file) => manifestOf(file).private !== true);
    expect(published.map((folder) => `${folder}/package.json`).sort()).toEqual([...open].sort());
    const names = published.map((folder) => manifestOf(`${folder}/package.json`).name);
    const tooEarly = published.flatMap((folder, index) =>
      Object.keys(manifestOf(`${folder}/package.json`).dependencies ?? {}).filter(
        (name) => names.indexOf(name) >= index,
      ),
    );
    expect(tooEarly).toEqual([]);
  });

  it.each(published)('has what npm needs to show where it was built: %s', (folder) => {
    expect(publishingComplaints(manifestOf(`${folder}/package.json`), folder)).toEqual([]);
  });

  it('is refused if anything of that is missing', () => {
    expect(publishingComplaints({ private: true }, 'a')).toHaveLength(7);
  });

  it('has its licence and a page, and no file that is only for us', () => {
    const needed = ['LICENSE', 'README.md', 'package.json'];
    expect(packedComplaints([...needed, 'dist/index.js', 'dist/testing/index.d.ts', 'src/a.proto'])).toEqual([]);
    expect(packedComplaints(['README.md', 'package.json'])).toEqual(['LICENSE is missing']);
    const stray = ['dist/a.test.js', 'dist/a.suite.d.ts', 'src/a.ts', 'fixtures/a.json', 'dist/tsconfig.tsbuildinfo'];
    expect(packedComplaints([...needed, ...stray])).toEqual(stray.map((file) => `${file} is not for users`));
  });
});

it('the operator, the test kit, the generators and infra install their commands, whose sources begin with a shebang line', () => {
  expect([...commandSources({ bin: { a: './dist/b/c.js' } })]).toEqual([['a', 'src/b/c.ts']]);
  const commandsIn = (folder: string): readonly string[] => {
    const commands = commandSources(JSON.parse(textOf(`${folder}/package.json`)) as Manifest);
    for (const source of commands.values()) expect(textOf(`${folder}/${source}`)).toMatch(/^#!\/usr\/bin\/env /);
    return [...commands.keys()];
  };
  expect(commandsIn('operator')).toEqual(['petstore']);
  expect(commandsIn('operator/generate')).toEqual(['kubewright-image']);
  expect(commandsIn('operator/testing')).toEqual(['kubewright-control-plane']);
  // Pulumi asks for the name of the third.
  expect(commandsIn('infra')).toEqual(['kubewright-crd-changes', 'kubewright-diff', 'pulumi-resource-kubewright']);
});
