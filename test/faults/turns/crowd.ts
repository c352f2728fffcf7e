import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  t,
  usedBy,
  watches,
} from '../../../operator/runtime/src/index.ts';

/** Something of which there are thousands, and which wants nothing. */
export const Member = defineApi({
  group: 'crowds.example.com',
  version: 'v1',
  kind: 'Member',
  spec: t.object({ note: t.string({ default: '' }) }),
  status: t.object({ conditions: t.conditions() }),
});

/** The ConfigMap that each of them uses. */
export const shared = 'shared';

/** Sends nothing, so that it waits for nothing. @param reconciled called for each reconcile */
export function crowdController(reconciled: () => void) {
  return defineController(Member, {
    watches: {
      configs: watches(
        ConfigMap,
        usedBy(Member, () => [shared]),
      ),
    },
    reconcile() {
      reconciled();
      return Promise.resolve(awaitChange);
    },
  });
}
