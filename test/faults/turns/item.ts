import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  t,
  usedBy,
  watches,
} from '../../../operator/runtime/src/index.ts';

/** A kind without children. */
export const Item = defineApi({
  group: 'items.example.com',
  version: 'v1',
  kind: 'Item',
  spec: t.object({ note: t.string({ default: '' }) }),
  status: t.object({ conditions: t.conditions() }),
});

/** The name of the ConfigMap that all Items use. */
export const shared = 'shared';

/**
 * Creates a controller whose reconcile sends no request, and so never waits for the network.
 * @param reconciled called in each reconcile
 */
export function createItemController(reconciled: () => void) {
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
