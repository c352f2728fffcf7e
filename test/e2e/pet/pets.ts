import { afterAll, beforeAll } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import type { ResourceOf } from '../../../operator/runtime/src/index.ts';
import type { Pet as StoredPet } from '../../../operator/src/pet-store/index.ts';
import {
  startTestPetStore,
  type StoreCall,
  type TestPetStore,
} from '../../../operator/src/pet-store/testing/test-pet-store.ts';
import * as conditions from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { toKey, type Scope, type ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { useScope } from '../support/use-scope.ts';

/** A namespace and a client for it, with or without an operator. */
export type Place = Pick<Scope, 'client' | 'namespace'>;

export type PetResource = ResourceOf<typeof Pet>;

export const thor = { name: 'Thor', type: 'dog', birthday: '2021-04-01T00:00:00Z' } as const;
export const tron = { name: 'Tron', type: 'cat', birthday: '2020-06-25T00:00:00Z' } as const;

/** `thor` and `tron` in the format of the store. */
export const storedThor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;
export const storedTron = { name: 'Tron', type: 'cat', birthday: { year: 2020, month: 6, day: 25 } } as const;

/** The finalizer of this operator, and that of the upstream operator. */
export const finalizer = 'petstore.example.com/finalizer';
export const upstreamFinalizer = 'pet.petstore.example.com';

/** Gives the tests of a file a pet store that records its calls, and a scope whose operator uses it. */
export function usePets(options: Omit<ScopeOptions, 'witness' | 'controllers'> = {}): {
  readonly scope: () => Scope;
  readonly store: () => TestPetStore;
} {
  const store = usePetStore();
  const scope = useScope(() => ({
    ...options,
    controllers: ['pet'],
    settings: { petstoreAddress: store().address, ...options.settings },
    witness: async (here, name) => [await createReady(here, name, { ...thor, name: 'Witness' })],
  }));
  return { scope, store };
}

export function usePetStore(): () => TestPetStore {
  let store: TestPetStore | undefined;
  beforeAll(async () => {
    store = await startTestPetStore();
  });
  // Vitest runs this after the hook of the scope, which is registered later: the operator stops before the store.
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });
  return () => {
    if (store === undefined) throw new Error('use the store only in tests and hooks');
    return store;
  };
}

export function buildPet(namespace: string, name: string, spec: Record<string, unknown> = thor): Manifest {
  return {
    apiVersion: 'petstore.example.com/v1alpha1',
    kind: 'Pet',
    metadata: { namespace, name },
    spec,
  } as Manifest;
}

export async function applyPet(place: Place, name: string, spec: Record<string, unknown> = thor): Promise<PetResource> {
  const [object] = await applyManifests(place.client, [buildPet(place.namespace, name, spec)]);
  return object as PetResource;
}

export async function createReady(
  place: Place,
  name: string,
  spec: Record<string, unknown> = thor,
): Promise<PetResource> {
  await applyPet(place, name, spec);
  return awaitPetReady(place, name);
}

export function awaitPetReady(place: Place, name: string): Promise<PetResource> {
  return awaitPetCondition(place, name, { type: 'Ready', status: 'True' });
}

export function awaitPetNotReady(place: Place, name: string, reason: string): Promise<PetResource> {
  return awaitPetCondition(place, name, { type: 'Ready', status: 'False', reason });
}

function awaitPetCondition(place: Place, name: string, wanted: conditions.WantedCondition): Promise<PetResource> {
  return conditions.awaitCondition(place.client.resource(Pet), toKey(place as Scope, name), wanted);
}

export function getPet({ client, namespace }: Place, name: string): Promise<PetResource> {
  return client.resource(Pet).get({ namespace, name });
}

export function change({ client, namespace }: Place, name: string, patch: object): Promise<PetResource> {
  return client.resource(Pet).mergePatch({ namespace, name }, patch);
}

/** Deletes a Pet, without waiting until it is gone. */
export async function deletePet({ client, namespace }: Place, name: string): Promise<void> {
  await client.resource(Pet).delete({ namespace, name }, { propagation: 'Background' });
}

export async function untilDeleted({ client, namespace }: Place, name: string): Promise<void> {
  await until(`${name} is deleted`, async () => (await client.resource(Pet).tryGet({ namespace, name })) === undefined);
}

/** Lists the pets of a store with these names, or all pets if no name is given; sorted by name. */
export function listStoredPets(store: TestPetStore, ...names: readonly string[]): readonly StoredPet[] {
  return store
    .pets()
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** How often these methods of a store were called since `forgetCalls`. */
export function countCalls(store: TestPetStore, ...methods: readonly StoreCall['method'][]): number {
  return store.calls.filter(({ method }) => methods.includes(method)).length;
}
