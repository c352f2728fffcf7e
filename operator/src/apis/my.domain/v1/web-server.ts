import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';
import { containerFields } from '../../parts/container-fields.ts';

/** A WebServer: a Deployment that serves HTTP, and a Service with a node port in front of it. */
export const WebServer = defineApi({
  group: 'my.domain',
  version: 'v1',
  kind: 'WebServer',
  description: 'A web server: Pods that serve HTTP on port 80, and a node port that reaches them.',
  spec: t.object(
    {
      image: t.string({
        minLength: 1,
        maxLength: 1024,
        pattern: '^\\S+$',
        description: 'Container image that serves HTTP on port 80, for example nginx:1.27.',
      }),
      replicas: t.integer({
        format: 'int32',
        minimum: 0,
        maximum: 2147483647,
        default: 1,
        description: 'How many Pods serve it, 0 or more.',
      }),
      nodePort: t.optional(
        t.integer({
          format: 'int32',
          minimum: 30000,
          maximum: 32767,
          description:
            'Port of every node that reaches the Pods. If absent, the cluster chooses one. When the Service has to be created again, it asks for status.nodePort, and gets another port if that one is taken.',
        }),
      ),
      ...containerFields,
      foo: t.optional(t.string({ description: 'Deprecated and ignored: older manifests carry it.' })),
    },
    { description: 'The desired state of the web server.' },
  ),
  status: t.object(
    {
      replicas: t.integer({ format: 'int32', description: 'Pods that exist.' }),
      readyReplicas: t.integer({ format: 'int32', description: 'Pods that are ready.' }),
      availableReplicas: t.integer({
        format: 'int32',
        description: 'Pods that are available, as the Deployment counts them.',
      }),
      nodePort: t.integer({ format: 'int32', description: 'Port of every node that reaches the Pods.' }),
      selector: t.string({ description: 'Label selector of the Pods, for autoscalers.' }),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the web server.' },
  ),
  creationRules: [
    cel('self.metadata.name.size() <= 55', 'metadata.name must be at most 55 characters: the Service adds "-service"'),
    cel(
      "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
      'metadata.name must begin with a letter and hold only lower-case letters, digits and "-": it becomes the name of a Service',
    ),
  ],
  scale: { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.selector' },
  columns: [
    column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
    column('Reason', '.status.conditions[?(@.type=="Ready")].reason', { priority: 1 }),
    column('Replicas', '.spec.replicas', { type: 'integer' }),
    column('Available', '.status.availableReplicas', { type: 'integer' }),
    column('Port', '.status.nodePort', { type: 'integer' }),
    column('Requested', '.spec.nodePort', { type: 'integer' }),
    column('Image', '.spec.image'),
  ],
});

export type WebServer = ResourceOf<typeof WebServer>;
