/**
 * Pet: a pet in a store outside of the cluster.
 *
 * - `dependencies`: what it reads and uses, its settings and its metrics
 * - `reconcile`: the story, which adds a pet effectively once, although the store gives each a new id
 * - `desired`: what is asked for, as functions of the resource
 * - `status`: what is known, written down
 * - `store`: the settings, the store that all reconciles share, and what it means that it fails
 * - `testing`: the controller, a cluster and a store in memory, whose steps can fail, for the unit tests
 *
 * @module
 */
import { defineController, type ControllerDefinition } from '@kubewright/runtime';
import { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { dependencies } from './dependencies.ts';
import { cleanUp, reconcile } from './reconcile.ts';

export const pet: ControllerDefinition = defineController(Pet, {
  ...dependencies,
  triggers: { storeIsBack: ({ store, signal }) => store.comeback.keys(signal) },
  finalizer: { name: 'petstore.example.com/finalizer', replaces: ['pet.petstore.example.com'], cleanUp },
  // Pets whose calls hang hold up no others, up to this many; a connection to a store has some 100 streams.
  workers: 64,
  reconcile,
});
