import {
  allOf,
  awaitChange,
  condition,
  defineApi,
  defineController,
  owns,
  Secret,
  t,
  watches,
} from '@kubewright/runtime';
import { Namespace } from '@kubewright/runtime/kinds';

export const PullSecret = defineApi({
  group: 'pull-secrets.example.com',
  version: 'v1',
  kind: 'PullSecret',
  spec: t.object({ auth: t.string() }),
  status: t.object({ copies: t.integer(), conditions: t.conditions() }),
});

const labelSelector = 'example.com/pull-secrets';

/** Copies a Secret into every Namespace with the label, and deletes the copies with their PullSecret. */
export const pullSecrets = defineController(PullSecret, {
  owns: { secrets: owns(Secret, { anyNamespace: true, delete: true }) },
  watches: { namespaces: watches(Namespace, allOf(PullSecret), { labelSelector }) },
  finalizer: { name: 'example.com/copies' },
  async reconcile({ metadata: { name }, spec }, { secrets, namespaces, status }) {
    const data = { auth: Buffer.from(spec.auth).toString('base64') };
    const places = namespaces.listAll().filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    for (const { metadata } of places) await secrets.apply({ metadata: { name, namespace: metadata.name }, data });

    const wanted = new Set(places.map(({ metadata }) => metadata.name));
    for (const { metadata } of secrets.listAll()) {
      if (!wanted.has(metadata.namespace)) await secrets.delete(metadata.name, metadata.namespace);
    }
    const ready = condition('Ready', true, { reason: 'Copied', message: 'Every namespace has a copy.' });
    status.set({ copies: secrets.listAll().length, conditions: [ready] });
    return awaitChange;
  },
});
