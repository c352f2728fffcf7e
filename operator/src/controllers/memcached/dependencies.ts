import {
  counter,
  defineDependencies,
  defineSettings,
  Deployment,
  gaugePerObject,
  owns,
  Pod,
  Service,
  watches,
  type ContextOf,
  type ObjectKey,
} from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';

export const dependencies = defineDependencies({
  settings: defineSettings({
    memcachedImage: {
      type: 'string',
      format: 'image',
      default: 'memcached:1.6-alpine',
      description: 'Image of the Pods of every Memcached. A change is rolled out to all Pods.',
    },
  }),
  // `delete` is for Deployments of the newest upstream operator: their selector differs, and is immutable.
  owns: { deployments: owns(Deployment, { delete: true }), services: owns(Service) },
  watches: { pods: watches(Pod, mapToMemcached, { labelSelector: 'app=memcached' }) },
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
});

export type Context = ContextOf<typeof Memcached, typeof dependencies>;

/** Finds the Memcached of a Pod by its labels. */
function mapToMemcached({ metadata: { namespace, labels } }: Pod): readonly ObjectKey[] {
  const name = labels?.['memcached_cr'];
  return name === undefined ? [] : [{ namespace, name }];
}
