import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';

/** A Memcached: a Deployment of memcached servers, and a Service in front of them. */
export const Memcached = defineApi({
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  description: 'A Deployment of memcached Pods, and a Service with the same name on port 11211.',
  spec: t.object(
    {
      size: t.integer({
        format: 'int32',
        minimum: 0,
        maximum: 2147483647,
        default: 3,
        description:
          'Number of Pods, 0 or more. Pods do not share a cache: clients must distribute keys over the addresses of the Pods.',
      }),
      containerPort: t.integer({
        format: 'int32',
        minimum: 1024,
        maximum: 65535,
        default: 11211,
        description: 'Port on which memcached listens in its Pods. The port of the Service is always 11211.',
      }),
    },
    { description: 'The desired state of the memcached.' },
  ),
  status: t.object(
    {
      nodes: t.array(t.string({ description: 'Name of a Pod.' }), {
        description: 'Names of the Pods, sorted, except for terminating and ended Pods.',
      }),
      replicas: t.integer({ format: 'int32', description: 'Number of Pods.' }),
      readyReplicas: t.integer({ format: 'int32', description: 'Number of ready Pods.' }),
      availableReplicas: t.integer({
        format: 'int32',
        description: 'Number of available Pods, from the status of the Deployment.',
      }),
      selector: t.string({ description: 'Label selector of the Pods, for autoscalers.' }),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the memcached.' },
  ),
  creationRules: [
    cel(
      'self.metadata.name.size() <= 63',
      'metadata.name must be at most 63 characters: it is also the name of the Service',
    ),
    cel(
      "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
      'metadata.name must contain only lowercase letters, digits and "-", start with a letter, and not end with "-": it is also the name of the Service',
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
