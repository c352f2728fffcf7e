import fc from 'fast-check';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

import type { Kind } from '@kubewright/runtime/internal/base';
import { type RandomSchema, randomSchemas } from './random-schemas.ts';

/** A kind of a random CRD, and specs and statuses for it. */
export interface RandomKind extends Kind {
  readonly crd: object & { readonly metadata: { readonly name: string } };
  readonly specs: fc.Arbitrary<object>;
  readonly statuses: fc.Arbitrary<object>;
}

const fields = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), randomSchemas()), {
  minLength: 2,
  maxLength: 4,
  selector: ([name]) => name,
});
const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
const subresources = fc.constantFrom({}, { status: {} }, { status: {} }, { status: {}, scale });

/** Generates `count` random kinds of a group; the same for the same seed. */
export function sampleKinds(group: string, count: number, seed: number): readonly RandomKind[] {
  return fc.sample(fc.tuple(fields, fields, subresources), { numRuns: count, seed }).map(([spec, status, ends], at) => {
    const [ofSpec, ofStatus] = [buildObjectPart(spec), buildObjectPart(status)];
    const place = { group, version: 'v1', kind: `Thing${String(at)}`, plural: `thing${String(at)}`, namespaced: true };
    const crd = buildCrd(place, { spec: ofSpec.schema, status: ofStatus.schema }, ends);
    return { ...place, crd, specs: ofSpec.values, statuses: ofStatus.values };
  });
}

function buildCrd({ group, kind, plural }: Kind, properties: CrdSchema['properties'], ends: object): RandomKind['crd'] {
  const schema = { openAPIV3Schema: { type: 'object', properties } };
  const names = { kind, listKind: `${kind}List`, plural, singular: plural };
  const versions = [{ name: 'v1', served: true, storage: true, schema, subresources: ends }];
  const type = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  const spec = { group, names, scope: 'Namespaced', versions };
  return { ...type, metadata: { name: `${plural}.${group}` }, ...{ spec } };
}

const replicas = fc.oneof(
  { weight: 15, arbitrary: fc.constant<unknown>(1) },
  { weight: 3, arbitrary: fc.constantFrom(2, -1, 'x') },
);

function buildObjectPart(members: readonly (readonly [string, RandomSchema])[]): {
  readonly schema: CrdSchema;
  readonly values: fc.Arbitrary<object>;
} {
  const all = [...members, ['replicas', { schema: { type: 'integer' }, values: replicas }] as const];
  const properties = Object.fromEntries(all.map(([name, { schema }]) => [name, schema]));
  const values = Object.fromEntries(all.map(([name, { values }]) => [name, values]));
  return { schema: { type: 'object', properties }, values: fc.record(values, { requiredKeys: [] }) };
}
