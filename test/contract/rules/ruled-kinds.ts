import { kubewright } from '../../../operator/src/kubewright.ts';
import type { Api } from '@kubewright/runtime/internal/api';
import type { Kind } from '@kubewright/runtime/internal/base';
import { listApis } from '@kubewright/runtime/internal/manager';
import { ruleCases } from './rule-cases.ts';

/** A kind with its CRD. */
export interface RuledKind extends Kind {
  readonly crd: Api['crd'];
}

/** Builds a kind whose spec has one field per case. */
export function buildRuledKind(group: string): RuledKind {
  const properties = Object.fromEntries(Object.entries(ruleCases).map(([name, { schema }]) => [name, schema]));
  const place = { group, version: 'v1', kind: 'Ruled', plural: 'ruleds', namespaced: true };
  const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  const crd = {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name: `ruleds.${group}` },
    spec: {
      ...{ group, scope: 'Namespaced' },
      names: { kind: 'Ruled', listKind: 'RuledList', plural: 'ruleds', singular: 'ruled' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  return { ...place, crd: crd as unknown as Api['crd'] };
}

/** Lists the kinds of this repository, in a group whose CRDs no other test installs. */
export function listOwnKinds(group: string): readonly RuledKind[] {
  return listApis(kubewright).map(({ crd, version, kind, plural, namespaced }) => {
    const metadata = { name: `${plural}.${group}` };
    return { group, version, kind, plural, namespaced, crd: { ...crd, metadata, spec: { ...crd.spec, group } } };
  });
}

const longest = 'a'.repeat(60);

/** Valid and invalid objects, to test the validation rules of this repository's kinds. */
export const ownObjects: readonly { readonly name: string; readonly spec?: object }[] = [
  { name: 'a' },
  { name: 'a', spec: {} },
  ...['1a', 'a.b', longest, `${longest}-${longest}`].map((name) => ({ name, spec: {} })),
  ...['a', 'a\0', 'ä'.repeat(70_000)].map((message) => ({ name: 'a', spec: { message } })),
  ...[' a', 'a'].map((name) => ({ name: 'a', spec: { name, type: 'dog', birthday: '2020-01-01' } })),
  ...['0000-01-01', '2020-01-01t00:00:00z'].map((birthday) => ({
    name: 'a',
    spec: { name: 'a', type: 'dog', birthday },
  })),
];
