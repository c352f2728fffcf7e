import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';
import { containerFields } from '../../parts/container-fields.ts';

/** A WebServer: a Deployment that serves HTTP, and a Service with a node port in front of it. */
export const WebServer = defineApi({
  group: 'my.domain',
  version: 'v1',
  kind: 'WebServer',
  description: 'A web server: a Deployment that serves HTTP on port 80, and a NodePort Service.',
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
        description: 'Number of Pods, 0 or more.',
      }),
      nodePort: t.optional(
        t.integer({
          format: 'int32',
          minimum: 30000,
          maximum: 32767,
          description:
            'Node port of the Service. Default: the cluster chooses a port. If the Service must be created again, the operator requests status.nodePort; if that port is taken, the cluster chooses another one.',
        }),
      ),
      ...containerFields,
      foo: t.optional(t.string({ description: 'Deprecated and ignored. Older manifests contain it.' })),
    },
    { description: 'The desired state of the web server.' },
  ),
  status: t.object(
    {
      replicas: t.integer({ format: 'int32', description: 'Number of Pods.' }),
      readyReplicas: t.integer({ format: 'int32', description: 'Number of ready Pods.' }),
      availableReplicas: t.integer({
        format: 'int32',
        description: 'Number of available Pods, from the status of the Deployment.',
      }),
      nodePort: t.integer({ format: 'int32', description: 'Node port of the Service.' }),
      selector: t.string({ description: 'Label selector of the Pods, for autoscalers.' }),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the web server.' },
  ),
  creationRules: [
    cel('self.metadata.name.size() <= 55', 'metadata.name must be at most 55 characters: the Service adds "-service"'),
    cel(
      "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
      'metadata.name must contain only lowercase letters, digits and "-", start with a letter, and not end with "-": the name of the Service starts with it',
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
