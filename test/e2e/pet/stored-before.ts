import type { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import type { StoredBefore, StoredResource } from '../../support/stored-before.ts';
import { upstreamFinalizer, buildPet, thor } from './pets.ts';

const namespace = 'pets-before';

/** The CRD of the upstream operator. */
function toOriginalCrd(ours: Manifest): Manifest {
  const { spec, ...rest } = structuredClone(ours) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  const openAPIV3Schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['birthday', 'name', 'type'],
        properties: {
          birthday: { type: 'string', format: 'date-time' },
          name: { type: 'string' },
          type: { type: 'string', enum: ['dog', 'cat', 'bird', 'reptile'] },
        },
      },
      status: { type: 'object', properties: { id: { type: 'string' } } },
    },
  };
  const version = {
    name: 'v1alpha1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema },
    subresources: { status: {} },
  };
  return { ...rest, spec: { ...spec, versions: [version] } } as Manifest;
}

export const longName = 'a'.repeat(64);

/** Specs that the upstream CRD accepts, by the name of the Pet. */
const specs = {
  bare: undefined,
  empty: { ...thor, name: '' },
  spaced: { ...thor, name: ' Spaced\t' },
  long: { ...thor, name: longName },
} as const;
type Name = keyof typeof specs;
export const names = Object.keys(specs) as readonly Name[];

function buildStoredPet(name: Name): StoredResource {
  const { spec, ...rest } = buildPet(namespace, name, specs[name] ?? {}) as StoredResource;
  const metadata = { namespace, name, finalizers: [upstreamFinalizer] };
  return { ...rest, metadata, ...(specs[name] && { spec }) };
}

export const petsBefore: StoredBefore = {
  namespace,
  crd: 'pets.petstore.example.com',
  earlier: toOriginalCrd,
  resources: names.map(buildStoredPet),
  rejected: buildStoredPet('spaced'),
};
