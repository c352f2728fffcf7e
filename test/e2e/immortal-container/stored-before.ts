import type { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import { type StoredBefore, type StoredResource, removeValidationRules } from '../../support/stored-before.ts';
import { buildContainer, image } from './containers.ts';

const namespace = 'immortal-containers-before';

export const long = 'a'.repeat(64);
export const blank = 'blank';
export const names = [long, 'bare', blank, 'leaving'];

/** Builds the upstream CRD: it allows any text as an image, and has no validation rules. */
function toOriginalCrd(ours: Manifest): Manifest {
  const crd = removeValidationRules(ours) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  for (const { schema } of crd.spec.versions) {
    const root = schema?.openAPIV3Schema as Record<string, unknown>;
    const { spec } = root['properties'] as { spec: { properties: Record<string, unknown> } };
    spec.properties['image'] = { type: 'string', minLength: 1 };
  }
  return crd;
}

/** Builds an ImmortalContainer, in most cases one that the present validation rules reject. */
export function buildStoredContainer(name: string): StoredResource {
  const { spec: _spec, ...bare } = buildContainer(namespace, name) as StoredResource;
  const spec = { image: name === blank ? 'two words' : image };
  const metadata = { namespace, name, finalizers: ['example.com/kept'] };
  return { ...bare, metadata, ...((name === long || name === blank) && { spec }) };
}

export const containersBefore: StoredBefore = {
  namespace,
  crd: 'immortalcontainers.immortalcontainer.flugel.it',
  earlier: toOriginalCrd,
  resources: names.map(buildStoredContainer),
  rejected: buildStoredContainer('bare'),
};
