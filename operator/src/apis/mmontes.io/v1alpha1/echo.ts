import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';
import { message } from './message.ts';

/** An Echo: a message that a Job prints once. */
export const Echo = defineApi({
  group: 'mmontes.io',
  version: 'v1alpha1',
  kind: 'Echo',
  shortNames: ['ec'],
  description: 'A message that a Job prints once, into the log of its Pod.',
  spec: t.object({ message }, { description: 'The message to print. If it changes, the new message is printed.' }),
  status: t.object(
    {
      jobName: t.string({ description: 'Name of the Job that prints the message; empty after that Job is deleted.' }),
      jobDeletionTime: t.string({
        format: 'date-time',
        description:
          'When the operator noticed that the last Job no longer exists. It creates the next Job a second later.',
      }),
      echoedGeneration: t.integer({
        format: 'int64',
        description: 'The metadata.generation of the last message that was printed, or whose Job failed permanently.',
      }),
      succeeded: t.boolean({ description: 'Whether the message of echoedGeneration was printed.' }),
      completionTime: t.string({
        format: 'date-time',
        description: 'When the message of echoedGeneration was printed, or its Job failed permanently.',
      }),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the Job that prints the message.' },
  ),
  creationRules: [
    cel(
      'self.metadata.name.size() <= 63',
      'metadata.name must be at most 63 characters: it becomes the name of a Job and a label of its Pods',
    ),
  ],
  columns: [
    column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
    column('Reason', '.status.conditions[?(@.type=="Ready")].reason'),
    column('Completed', '.status.completionTime', { type: 'date' }),
    column('Age', '.metadata.creationTimestamp', { type: 'date' }),
    // Last, because a long message widens its column in every row.
    column('Message', '.spec.message'),
  ],
});

export type Echo = ResourceOf<typeof Echo>;
