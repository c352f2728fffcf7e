import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';

/** A Memcached: a Deployment of memcached servers, and a Service in front of them. */
export const Memcached = defineApi({
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  description: 'Pods that run memcached, and a Service of the same name that reaches them at port 11211.',
  spec: t.object(
    {
      size: t.integer({
        format: 'int32',
        minimum: 0,
        maximum: 2147483647,
        default: 3,
        description:
          'How many Pods serve, 0 or more. Each has a cache of its own: clients spread their keys over all of them.',
      }),
      containerPort: t.integer({
        format: 'int32',
        minimum: 1024,
        maximum: 65535,
        default: 11211,
        description: 'Port of the Pods that memcached listens on. The Service stays at 11211 whatever this is.',
      }),
    },
    { description: 'The desired state of the memcached.' },
  ),
  status: t.object(
    {
      nodes: t.array(t.string({ description: 'Name of a Pod.' }), {
        description: 'Names of the Pods that there are, sorted; without those that are ending or have ended.',
      }),
      replicas: t.integer({ format: 'int32', description: 'Pods that exist.' }),
      readyReplicas: t.integer({ format: 'int32', description: 'Pods that are ready.' }),
      availableReplicas: t.integer({
        format: 'int32',
        description: 'Pods that are available, as the Deployment counts them.',
      }),
      selector: t.string({ description: 'Label selector of the Pods, for autoscalers.' }),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the memcached.' },
  ),
  creationRules: [
    cel(
      'self.metadata.name.size() <= 63',
      'metadata.name must be at most 63 characters: the Service has the same name',
    ),
    cel(
      "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
      'metadata.name must begin with a letter and hold only lower-case letters, digits and "-": it becomes the name of a Service',
    ),
  ],
  scale: { spec: '.spec.size', status: '.status.replicas', selector: '.status.selector' },
  columns: [
    column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
    column('Reason', '.status.conditions[?(@.type=="Ready")].reason', { priority: 1 }),
    column('Degraded', '.status.conditions[?(@.type=="Degraded")].status', { priority: 1 }),
    column('Size', '.spec.size', { type: 'integer' }),
    column('Available', '.status.availableReplicas', { type: 'integer' }),
    column('Port', '.spec.containerPort', { type: 'integer', priority: 1 }),
  ],
});

export type Memcached = ResourceOf<typeof Memcached>;
