import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { type Condition, type KubeObject, OperatorError } from '../../../runtime/src/base/index.ts';
import { Event } from '@kubewright/runtime/kinds';
import { awaitChange, defineController, labelsChanged, notReady } from '../../../runtime/src/reconcile/index.ts';
import { type ControllerRun, runController } from './run-controller.ts';

const Store = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Store',
  spec: t.object({}),
  status: t.object({ conditions: t.conditions() }),
});
const key = { namespace: 'default', name: 'home' };
const home = { apiVersion: 'example.com/v1', kind: 'Store', metadata: key, spec: {} };
const finalizer = 'example.com/backup';

type Run = Pick<ControllerRun, 'server' | 'awaitIdle'>;

const objects = ({ server }: Run) => server.objects(Store) as readonly (KubeObject & { status?: Stored })[];
interface Stored {
  readonly conditions?: readonly Condition[];
}
const findReady = (run: Run): Condition | undefined =>
  objects(run)[0]?.status?.conditions?.find(({ type }) => type === 'Ready');
const warnings = ({ server }: Run): readonly string[] =>
  server
    .objects(Event)
    .filter(({ type }) => type === 'Warning')
    .map(({ metadata: { namespace }, reason = '', note = '' }) => `${namespace}: ${reason}: ${note}`);

async function createAndDelete(run: Run, propagation: 'Background' | 'Foreground' = 'Background'): Promise<void> {
  await run.server.client.resource(Store).create(home);
  await run.awaitIdle();
  await run.server.client.resource(Store).delete(key, { propagation });
  await run.awaitIdle();
}

describe('a clean-up', () => {
  it.each([
    ['Invalid', () => new OperatorError('SPEC_INVALID', 'clean up', { hint: 'the shelf does not exist' })],
    [
      'ReconcileError',
      () => new OperatorError('DECLARATION_INVALID', 'clean up', { hint: 'the shelf does not exist' }),
    ],
    ['ReconcileError', () => new Error('the shelf does not exist')],
  ])('with an error that a retry cannot fix reports %s, and is retried', async (reason, make) => {
    let fails = true;
    const failing = defineController(Store, {
      finalizer: {
        name: finalizer,
        async cleanUp() {
          if (fails) throw make();
          return Promise.resolve();
        },
      },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await runController(failing, { expectedError: /shelf does not exist/ });
    await createAndDelete(run);
    expect(findReady(run)).toMatchObject({ status: 'False', reason });
    expect(warnings(run)).toEqual([expect.stringContaining('the shelf does not exist')]);
    fails = false;
    await run.advance(31_000);
    expect(objects(run)).toEqual([]);
  });

  it('without a requested retry waits for a change', async () => {
    const failing = defineController(Store, {
      finalizer: {
        name: finalizer,
        cleanUp: () => Promise.reject(notReady('Closed', 'The library is closed.', { retry: false })),
      },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await runController(failing);
    await createAndDelete(run);
    const before = run.results.length;
    await run.advance(60_000);
    expect(run.results).toHaveLength(before);
    expect(findReady(run)).toMatchObject({ status: 'False', reason: 'Closed' });
  });

  it('begins at once, regardless of the changes that the controller selects', async () => {
    const picky = defineController(Store, {
      predicate: labelsChanged,
      finalizer: { name: finalizer, cleanUp: () => Promise.resolve() },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await runController(picky);
    await createAndDelete(run);
    expect(objects(run)).toEqual([]);
  });
});
