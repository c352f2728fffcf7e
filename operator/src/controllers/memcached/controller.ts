/**
 * Memcached: a Deployment of cache servers, and a Service that reaches them.
 *
 * - `dependencies`: the objects that it owns and watches, its settings and its metrics
 * - `reconcile`: start here
 * - `desired`: the two children, as functions of the Memcached; `replicas` is `spec.size`, which `kubectl scale` sets
 * - `live-deployment`: the state of the existing Deployment, before it is updated
 * - `status`: the status, as a function of the Memcached, its Deployment and its Pods
 * - `testing`: builds a Memcached and its children for the unit tests
 *
 * @module
 */
import { defineController, type ControllerDefinition } from '@kubewright/runtime';
import { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { dependencies } from './dependencies.ts';
import { reconcile } from './reconcile.ts';

export const memcached: ControllerDefinition = defineController(Memcached, {
  ...dependencies,
  // The newest upstream operator sets this finalizer. It can be removed, because that operator has nothing to clean up.
  legacyFinalizers: ['cache.example.com/finalizer'],
  reconcile,
});
