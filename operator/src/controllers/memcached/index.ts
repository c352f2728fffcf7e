/**
 * Memcached: a Deployment of cache servers, and a Service that reaches them.
 *
 * - `reconcile`: the story
 * - `desired`: the two children, as functions of the resource
 * - `found`: what is to be known of the Deployment that is there before it is put right
 * - `status`: what is, as a function of the resource, its Deployment and its Pods
 * - `testing`: a Memcached and its children, for the unit tests
 *
 * @module
 */
import {
  counter,
  defineController,
  defineSettings,
  Deployment,
  gaugePerObject,
  owns,
  Pod,
  Service,
  watches,
  type ControllerDefinition,
  type ObjectKey,
} from '../../index.ts';
import { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { reconcile } from './reconcile.ts';

export const memcached: ControllerDefinition = defineController(Memcached, {
  settings: defineSettings({
    memcachedImage: {
      type: 'string',
      format: 'image',
      default: 'memcached:1.6-alpine',
      description: 'Image of the Pods of every Memcached. A change is rolled out to all of them.',
    },
  }),
  // Deleted is only what the newest original made: its selector is another one, and no selector can be changed.
  owns: { deployments: owns(Deployment, { delete: true }), services: owns(Service) },
  watches: { pods: watches(Pod, memcachedOf, { labelSelector: 'app=memcached' }) },
  // The newest original's, who has nothing to clean up either.
  releases: ['cache.example.com/finalizer'],
  metrics: {
    undesiredSizes: counter({
      name: 'memcached_deployment_size_undesired_count_total',
      help: 'Total number of times the deployment size was not as desired.',
    }),
    info: gaugePerObject<Memcached>({
      name: 'memcached_info',
      help: 'Information about the Memcached custom resource.',
      value: () => 1,
    }),
  },
  reconcile,
});

/** The memcached that a Pod says it belongs to. */
function memcachedOf({ metadata: { namespace = '', labels } }: Pod): readonly ObjectKey[] {
  const name = labels?.['memcached_cr'];
  return name === undefined ? [] : [{ namespace, name }];
}
