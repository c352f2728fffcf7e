import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';

const petTypes = ['dog', 'cat', 'bird', 'reptile'] as const;

/**
 * A date, or a date-time of RFC 3339, without `format: date-time`: cdk8s types that as `Date`, which it cannot
 * synthesize.
 */
const datePattern =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}' +
  '([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|(\\+|-)([01][0-9]|2[0-3]):[0-5][0-9]))?$';

/** A Pet: a pet in a pet store, which is outside of the cluster. */
export const Pet = defineApi({
  group: 'petstore.example.com',
  version: 'v1alpha1',
  kind: 'Pet',
  description: 'A pet in the pet store: added, kept equal to this resource, and removed with it.',
  spec: t.object(
    {
      name: t.string({
        minLength: 1,
        maxLength: 63,
        description: 'What the pet is called. Other pets may be called the same.',
        rules: [cel('self.trim() == self', 'name must not begin or end with blanks: the store would cut them off')],
      }),
      type: t.enum(petTypes, { description: 'What the pet is: dog, cat, bird or reptile.' }),
      birthday: t.string({
        maxLength: 35,
        pattern: datePattern,
        description:
          'When the pet was born: a date (2021-04-01), or a time with its zone (2021-04-01T00:00:00Z). Its date in UTC counts.',
        rules: [
          cel(
            "timestamp(self.size() == 10 ? self + 'T00:00:00Z' : self.upperAscii()).getFullYear() > 0",
            'birthday must be a day that the calendar has, from 0001-01-01 to 9999-12-31 in UTC',
          ),
        ],
      }),
    },
    { description: 'The desired state of the pet.' },
  ),
  status: t.object(
    {
      id: t.string({ description: 'Id of the pet in the store. The pet is found by nothing else.' }),
      lastSyncTime: t.string({
        format: 'date-time',
        description: 'When the store was last written to for this pet, or last found to be in sync after it was not.',
      }),
      adding: t.object(
        {
          name: t.string({ description: 'What the pet is called.' }),
          type: t.enum(petTypes, { description: 'What the pet is.' }),
          birthday: t.string({ description: 'The date of its birth.' }),
        },
        {
          description:
            'The pet that the store was asked to add, until its id is known. If it is found there, no other one is added.',
        },
      ),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the pet in the store.' },
  ),
  columns: [
    column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
    column('Reason', '.status.conditions[?(@.type=="Ready")].reason', { priority: 1 }),
    column('Pet', '.spec.name'),
    column('Type', '.spec.type'),
    column('Birthday', '.spec.birthday', { priority: 1 }),
    column('Synced', '.status.conditions[?(@.type=="Synced")].status'),
    column('Id', '.status.id'),
  ],
});

export type Pet = ResourceOf<typeof Pet>;
