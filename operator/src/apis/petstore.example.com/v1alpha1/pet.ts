import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';

const petTypes = ['dog', 'cat', 'bird', 'reptile'] as const;

/**
 * A date, or a date-time of RFC 3339. The schema does not use `format: date-time`, for which `cdk8s import` generates
 * the type `Date`, which cdk8s cannot synthesize.
 */
const datePattern =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}' +
  '([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|(\\+|-)([01][0-9]|2[0-3]):[0-5][0-9]))?$';

/** A Pet: a pet in a pet store, which is outside of the cluster. */
export const Pet = defineApi({
  group: 'petstore.example.com',
  version: 'v1alpha1',
  kind: 'Pet',
  description:
    'A pet in the pet store. The operator adds it, keeps it equal to the spec, and removes it when this object is deleted.',
  spec: t.object(
    {
      name: t.string({
        minLength: 1,
        maxLength: 63,
        description: 'Name of the pet. It does not have to be unique.',
        rules: [cel('self.trim() == self', 'name must not begin or end with whitespace: the store would trim it')],
      }),
      type: t.enum(petTypes, { description: 'Type of the pet: dog, cat, bird or reptile.' }),
      birthday: t.string({
        maxLength: 35,
        pattern: datePattern,
        description:
          'Birthday of the pet: a date (2021-04-01), or a time with a time zone (2021-04-01T00:00:00Z). The date in UTC is used.',
        rules: [
          cel(
            "timestamp(self.size() == 10 ? self + 'T00:00:00Z' : self.upperAscii()).getFullYear() > 0",
            'birthday must be a valid date from 0001-01-01 to 9999-12-31 in UTC',
          ),
        ],
      }),
    },
    { description: 'The desired state of the pet.' },
  ),
  status: t.object(
    {
      id: t.string({ description: 'Id of the pet in the store. The operator finds the pet only by this id.' }),
      lastSyncTime: t.string({
        format: 'date-time',
        description: 'When the operator last wrote the pet to the store, or last found it in sync after it was not.',
      }),
      adding: t.object(
        {
          name: t.string({ description: 'Name of the pet.' }),
          type: t.enum(petTypes, { description: 'Type of the pet.' }),
          birthday: t.string({ description: 'Birthday of the pet.' }),
        },
        {
          description:
            'A pending addition: the pet that the operator asked the store to add, until its id is known. If the store has this pet, the operator uses it instead of adding another one.',
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
