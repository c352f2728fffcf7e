import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';
import { message } from './message.ts';

/** An Echo: a message that a Job prints once. */
export const Echo = defineApi({
  group: 'mmontes.io',
  version: 'v1alpha1',
  kind: 'Echo',
  shortNames: ['ec'],
  description: 'A message that is printed once: by a Job, whose Pod has it in its log.',
  spec: t.object({ message }, { description: 'The message. When it changes, it is printed again.' }),
  status: t.object(
    {
      jobName: t.string({ description: 'The Job that prints the message; empty once that Job is deleted.' }),
      jobDeletionTime: t.string({
        format: 'date-time',
        description:
          'When the operator saw that the last Job no longer exists; it creates the next one a second later.',
      }),
      echoedGeneration: t.integer({
        format: 'int64',
        description: 'The metadata.generation whose message was last printed, or last failed for good.',
      }),
      succeeded: t.boolean({ description: 'Whether the message of echoedGeneration was printed.' }),
      completionTime: t.string({
        format: 'date-time',
        description: 'When the message of echoedGeneration was printed, or failed for good.',
      }),
      conditions: t.conditions(),
    },
    { description: 'The last run of the Job that prints the message.' },
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
