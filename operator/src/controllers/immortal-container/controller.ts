/**
 * ImmortalContainer: a Pod that is created again whenever it is deleted or ends, and how many Pods there were.
 *
 * - `dependencies`: what it owns, and what a process remembers
 * - `reconcile`: start here
 * - `desired`: the Pod, as a function of the resource and its number, and the state of the existing Pod
 * - `status`: the status, as a function of the resource and its Pod, and the count of Pods, even after edits and
 *   crashes
 * - `testing`: a cluster of one ImmortalContainer, for the unit tests
 *
 * @module
 */
import { defineController, type ControllerDefinition } from '@kubewright/runtime';
import { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import { dependencies } from './dependencies.ts';
import { reconcile } from './reconcile.ts';

export const immortalContainer: ControllerDefinition = defineController(ImmortalContainer, {
  ...dependencies,
  reconcile,
});
