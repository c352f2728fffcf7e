import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  named,
  reads,
  Secret,
  t,
  watches,
} from '@kubewright/runtime';

export const Account = defineApi({
  group: 'secret-by-name.example.com',
  version: 'v1',
  kind: 'Account',
  spec: t.object({ secretRef: t.string() }),
  status: t.object({ user: t.optional(t.string()), plan: t.optional(t.string()) }),
});

const secretOf = named(Account, ({ spec }) => [spec.secretRef]);

/** Shows the user in the Secret that it names. It watches only named Secrets, each with one watch. */
export const account = defineController(Account, {
  reads: { plans: reads(ConfigMap, named(Account, ['accounts'])) },
  watches: { secrets: watches(Secret, secretOf) },
  async reconcile({ spec }, { plans, secrets, status }) {
    const user = secrets.get(spec.secretRef)?.data?.['user'];
    const plan = plans.get('accounts')?.data?.['plan'];
    status.set({
      ...(user !== undefined && { user: Buffer.from(user, 'base64').toString() }),
      ...(plan !== undefined && { plan }),
    });
    return awaitChange;
  },
});
