import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';
import { containerFields } from '../../parts/container-fields.ts';

/** An ImmortalContainer: a Pod that the operator creates again whenever it is deleted or ends. */
export const ImmortalContainer = defineApi({
  group: 'immortalcontainer.flugel.it',
  version: 'v1alpha1',
  kind: 'ImmortalContainer',
  description: 'A Pod that the operator replaces when it is deleted or ends. The status counts the Pods.',
  spec: t.object(
    {
      image: t.string({
        minLength: 1,
        maxLength: 1024,
        pattern: '^\\S+$',
        description: 'Container image of the Pod, for example nginx:1.27. A change replaces the Pod.',
      }),
      // A change of these fields also replaces the Pod, because they are immutable in an existing Pod.
      ...containerFields,
    },
    { description: 'The desired state of the container.' },
  ),
  status: t.object(
    {
      currentPod: t.string({ description: 'Name of the current Pod; empty while it does not exist.' }),
      startTimes: t.integer({
        format: 'int64',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number of Pods that the operator has created. Restarts of a container do not count.',
      }),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the Pod.' },
  ),
  creationRules: [
    cel(
      'self.metadata.name.size() <= 63',
      'metadata.name must be at most 63 characters: it becomes the value of the Pod\'s label "app"',
    ),
  ],
  columns: [
    column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
    column('Reason', '.status.conditions[?(@.type=="Ready")].reason', { priority: 1 }),
    column('Image', '.spec.image'),
    column('Pod', '.status.currentPod'),
    column('Starts', '.status.startTimes', { type: 'integer' }),
  ],
});

export type ImmortalContainer = ResourceOf<typeof ImmortalContainer>;
