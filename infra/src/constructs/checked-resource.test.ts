import { Chart, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { Echo as ImportedEcho } from '@kubewright/imports';
import type { DeclaredCrd } from '@kubewright/declaration';
import { getKubewrightDeclaration } from '../declaration/index.ts';
import { withSchemaValidation } from './checked-resource.ts';
import { Echo, ImmortalContainer, Memcached, Pet, PetSpecType, ScheduledEcho, WebServer } from '../catalogue/index.ts';

type Kind = new (chart: Chart, id: string, props: never) => unknown;

function listValidationErrors(kind: Kind, props: unknown): string[] {
  const chart = new Chart(Testing.app(), 'chart');
  new kind(chart, 'it', props as never);
  try {
    Testing.synth(chart);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').flatMap((line) => /\[chart\/it\] (.*)/.exec(line)?.[1] ?? []);
  }
}

const spec = { image: 'nginx:1.27', replicas: 3, nodePort: 30_010 };
const name = 'a'.repeat(300);

describe('a class with schema validation', () => {
  it('reads the schema of its kind only for its first object', () => {
    const declaration = structuredClone(getKubewrightDeclaration());
    const crd = declaration.apis.find(({ kind }) => kind === 'Echo')?.crd as DeclaredCrd;
    const { versions } = crd.spec as { versions: { schema: { openAPIV3Schema: { properties: object } } }[] };
    const schema = versions[0]?.schema.openAPIV3Schema ?? { properties: {} };
    let reads = 0;
    const { properties } = schema;
    Object.defineProperty(schema, 'properties', { get: () => ((reads += 1), properties) });
    const LazyEcho = withSchemaValidation(ImportedEcho, declaration);
    expect(reads).toBe(0);
    new LazyEcho(new Chart(Testing.app(), 'chart'), 'it', { spec: { message: 'Hola' } });
    expect(reads).toBeGreaterThan(0);
  });
});

describe('a custom resource', () => {
  it.each<[kind: Kind, props: unknown]>([
    [WebServer, { metadata: { name: 'web', labels: { team: 'a' } }, spec }],
    [Echo, { spec: { message: 'Hola' } }],
    [ScheduledEcho, { spec: { message: 'Hola', schedule: '@hourly', suspend: undefined } }],
    [Memcached, { spec: { size: 3 } }],
    [ImmortalContainer, { spec: { image: 'nginx' } }],
    [Pet, { spec: { name: 'Thor', type: PetSpecType.DOG, birthday: '2021-04-01T00:00:00Z' } }],
  ])('is accepted if it is valid: %#', (kind, props) => {
    expect(listValidationErrors(kind, props)).toEqual([]);
  });

  it.each<[kind: Kind, props: unknown, ...errors: string[]]>([
    [WebServer, { spec: { ...spec, replica: 3 } }, 'spec.replica is unknown: did you mean replicas?'],
    [WebServer, { spec: { ...spec, replicas: '3' } }, 'spec.replicas must be a whole number, but is "3"'],
    [WebServer, { spec: { ...spec, replicas: Number.NaN } }, 'spec.replicas must be a whole number, but is NaN'],
    [WebServer, { spec: { ...spec, replicas: 2.5 } }, 'spec.replicas must be a whole number, but is 2.5'],
    [WebServer, { spec: { ...spec, replicas: -1 } }, 'spec.replicas must be a whole number of at least 0, but is -1'],
    [
      Memcached,
      { spec: { size: 2 ** 31 } },
      'spec.size must be a whole number of at most 2147483647, but is 2147483648',
    ],
    [WebServer, { spec: { ...spec, nodePort: 80 } }, 'spec.nodePort must be '],
    [WebServer, { spec: { ...spec, image: null } }, 'spec.image must be a string, but is null'],
    [WebServer, { spec: null }, 'spec must be an object, but is null'],
    [WebServer, {}, 'spec must be an object, but is absent'],
    [WebServer, undefined, 'spec must be an object, but is absent'],
    [WebServer, { metadata: { name: 'Web Server' }, spec }, 'metadata.name must be the name of an object (lower-case'],
    [WebServer, { metadata: { name }, spec }, 'metadata.name must be the name of an object (lower-case'],
    [
      WebServer,
      { spec: { replicas: '3', colour: 'red' } },
      'spec.image must be a string, but is absent',
      'spec.replicas must be a whole number, but is "3"',
      'spec.colour is unknown: the known fields are ',
    ],
    [
      Pet,
      { spec: { name: 'Thor', type: 'fish', birthday: '2021-04-01T00:00:00Z' } },
      'spec.type must be one of "dog", "cat", ',
    ],
    [Echo, { spec: { message: 'a', status: {} } }, 'spec.status is unknown: the known fields are message'],
  ])('fails the synth if it is invalid: %#', (kind, props, ...errors) => {
    expect(listValidationErrors(kind, props)).toEqual(errors.map((each): unknown => expect.stringContaining(each)));
  });
});
