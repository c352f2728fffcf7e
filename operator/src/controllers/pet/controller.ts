/**
 * Pet: a pet in a store outside of the cluster.
 *
 * - `dependencies`: the Pets and the store that the controller uses, its settings and its metrics
 * - `reconcile`: start here; it adds a pet effectively once, although the store assigns a new id to each addition
 * - `desired`: the desired pet, as functions of the Pet
 * - `status`: the record of the pet in the store
 * - `store`: the settings of the store, and the handling of its failures
 * - `shared-store`: one client and its caches, which all reconciles share
 * - `snapshot`: one search of the whole store, shared by all callers
 * - `keyed-locks`: a lock per key, for calls about equal pets
 * - `store-recovery`: enqueues waiting Pets when the store answers again
 * - `read-only`: the store in a dry run
 * - `testing`: runs the controller with a cluster and a store in memory, whose steps can fail, for the unit tests
 *
 * @module
 */
import { defineController, type ControllerDefinition } from '@kubewright/runtime';
import { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { dependencies } from './dependencies.ts';
import { cleanUp, reconcile } from './reconcile.ts';

export const pet: ControllerDefinition = defineController(Pet, {
  ...dependencies,
  triggers: { storeIsBack: ({ store, signal }) => store.recovery.keys(signal) },
  finalizer: { name: 'petstore.example.com/finalizer', replaces: ['pet.petstore.example.com'], cleanUp },
  // Up to 63 Pets may wait for the store without blocking others. A connection to a store allows about 100 concurrent
  // streams.
  workers: 64,
  reconcile,
});
