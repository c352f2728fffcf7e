import { expect, it } from 'vitest';

import { setLockfileVersion, setPackageVersion, setPageVersion } from './version.ts';

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

it('a package gets the version, also for its dependencies on our packages', () => {
  const dependencies = (version: string) => ({ '@kubewright/runtime': version, yaml: '0.1.0' });
  const buildFile = (version: string) =>
    json({ name: '@kubewright/a', version, dependencies: dependencies(version), devDependencies: { vite: '0.1.0' } });
  expect(setPackageVersion(buildFile('0.1.0'), '0.2.0')).toBe(buildFile('0.2.0'));
});

it('a package without a version gets none', () => {
  expect(setPackageVersion(json({ private: true }), '0.2.0')).toBe(json({ private: true }));
});

it('the lockfile gets the version for our packages only', () => {
  const buildFile = (version: string) =>
    json({
      version,
      packages: {
        '': { version },
        'node_modules/a': { version: '0.1.0' },
        'node_modules/@kubewright/b': { resolved: 'b', link: true },
        b: { version, dependencies: { '@kubewright/c': version } },
      },
    });
  expect(setLockfileVersion(buildFile('0.1.0'), '1.0.0-rc.1')).toBe(buildFile('1.0.0-rc.1'));
});

it('a page gets the version for the packed packages only', () => {
  const buildFile = (version: string) =>
    [
      `npm install ./kubewright-imports-${version}.tgz ./kubewright-control-plane-${version}.tgz "file:packages/kubewright-infra-${version}.tgz"`,
      'below 1.0: 0.1.3 -> 0.2.0, other-0.1.0.tgz',
    ].join('\n');
  expect(setPageVersion(buildFile('0.1.0'), '0.2.0-rc.1')).toBe(buildFile('0.2.0-rc.1'));
  expect(setPageVersion(buildFile('0.2.0-rc.1'), '0.2.0')).toBe(buildFile('0.2.0'));
});
