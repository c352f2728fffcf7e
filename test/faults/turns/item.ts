import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  t,
  usedBy,
  watches,
} from '../../../operator/runtime/src/index.ts';

/** A kind that has thousands of objects and no children. */
export const Item = defineApi({
  group: 'items.example.com',
  version: 'v1',
  kind: 'Item',
  spec: t.object({ note: t.string({ default: '' }) }),
  status: t.object({ conditions: t.conditions() }),
});

/** The ConfigMap that all of them use. */
export const shared = 'shared';

/** A controller that sends nothing, and so waits for nothing. @param reconciled called for each reconcile */
export function itemController(reconciled: () => void) {
  return defineController(Item, {
    watches: {
      configs: watches(
        ConfigMap,
        usedBy(Item, () => [shared]),
      ),
    },
    reconcile() {
      reconciled();
      return Promise.resolve(awaitChange);
    },
  });
}
