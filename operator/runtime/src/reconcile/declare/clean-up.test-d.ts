import { it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import { awaitChange, requeueAfter } from './action.ts';
import { defineController } from './define-controller.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const name = 'example.com/licence';
const reconcile = () => Promise.resolve(awaitChange);
const uses = { licences: () => ({ close: (): Promise<void> => Promise.resolve() }) };

it('cleanUp may have nothing to do, or request another call', () => {
  const cleanUp = async (_: unknown, { dryRun }: { readonly dryRun: boolean }) =>
    dryRun ? undefined : requeueAfter(1);
  defineController(Cafe, { finalizer: { name, cleanUp }, reconcile });
});

// With `| undefined` in the return type of `cleanUp`, TypeScript would accept this function.
it('cleanUp cannot start a promise without returning it', () => {
  defineController(Cafe, {
    uses,
    finalizer: {
      name,
      // @ts-expect-error -- the promise is not returned
      cleanUp(_, { licences, dryRun }) {
        if (!dryRun) void licences.close();
      },
    },
    reconcile,
  });
});
