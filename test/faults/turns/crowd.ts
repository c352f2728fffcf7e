import { awaitChange, defineApi, defineController, t } from '../../../operator/src/index.ts';

/** Something of which there are thousands, and which wants nothing. */
export const Member = defineApi({
  group: 'crowds.example.com',
  version: 'v1',
  kind: 'Member',
  spec: t.object({ note: t.string({ default: '' }) }),
  status: t.object({ conditions: t.conditions() }),
});

/** Sends nothing, so that it waits for nothing. @param reconciled called for each reconcile */
export function crowdController(reconciled: () => void) {
  return defineController(Member, {
    reconcile() {
      reconciled();
      return Promise.resolve(awaitChange);
    },
  });
}
