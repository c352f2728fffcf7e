/**
 * ImmortalContainer: a Pod that is created again whenever it is deleted or ends, and how many Pods there were.
 *
 * - `dependencies`: what it owns, and what a process remembers
 * - `reconcile`: the story
 * - `desired`: the Pod, as a function of the resource and its number, and the state of the Pod that exists
 * - `status`: how it is, as a function of the resource and its Pod, and how many there were, whatever was lost or edited
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
