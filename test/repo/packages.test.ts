import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from './files.ts';
import { type Manifest, registriesNamed, unpinned } from './packages.ts';

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

  it('are eight, the root and seven workspaces', () => {
    expect(manifests).toHaveLength(8);
  });

  it('are locked without the URL of a registry', () => {
    expect(registriesNamed('"resolved": "https://registry.example/a.tgz"')).toHaveLength(1);
    expect(registriesNamed(textOf('package-lock.json'))).toEqual([]);
  });
});
