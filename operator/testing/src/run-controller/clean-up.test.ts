import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { type Condition, type KubeObject, OperatorError } from '../../../runtime/src/base/index.ts';
import { ConfigMap, Event, Job } from '@kubewright/runtime/kinds';
import {
  awaitChange,
  checkAgain,
  condition,
  defineController,
  labelsChanged,
  notReady,
  owns,
} from '../../../runtime/src/reconcile/index.ts';
import { statusAnswer } from '../in-memory-api-server/refusal.ts';
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
const ready = condition('Ready', true, { reason: 'Open', message: 'It is open.' });

const store = defineController(Store, {
  owns: { jobs: owns(Job) },
  finalizer: {
    name: finalizer,
    async cleanUp(_, { jobs }) {
      const template = {
        spec: { restartPolicy: 'Never' as const, containers: [{ name: 'backup', image: 'backup:1' }] },
      };
      const job = await jobs.apply({ metadata: { name: 'backup' }, spec: { template } });
      return job.status?.succeeded === undefined ? checkAgain(5000) : undefined;
    },
  },
  async reconcile(_, { status }) {
    status.set({ conditions: [ready] });
    return awaitChange;
  },
});

type Run = Pick<ControllerRun, 'server' | 'settled'>;

const objects = ({ server }: Run) => server.objects(Store) as readonly (KubeObject & { status?: Stored })[];
interface Stored {
  readonly conditions?: readonly Condition[];
}
const readyOf = (run: Run): Condition | undefined =>
  objects(run)[0]?.status?.conditions?.find(({ type }) => type === 'Ready');
const warnings = ({ server }: Run): readonly string[] =>
  server
    .objects(Event)
    .filter(({ type }) => type === 'Warning')
    .map(({ metadata: { namespace = '' }, reason = '', note = '' }) => `${namespace}: ${reason}: ${note}`);

async function deleted(run: Run, propagation: 'Background' | 'Foreground' = 'Background'): Promise<void> {
  await run.server.client.resource(Store).create(home);
  await run.settled();
  await run.server.client.resource(Store).delete(key, { propagation });
  await run.settled();
}

describe('a clean-up', () => {
  it('creates a child, sees it change, and ends', async () => {
    await using run = await runController(store);
    await deleted(run);
    expect(run.server.objects(Job)).toMatchObject([{ metadata: { name: 'backup' } }]);
    await run.advance(5000);
    expect(objects(run)).toHaveLength(1);
    const job = { ...key, name: 'backup' };
    await run.server.client.resource(Job).mergePatch(job, { status: { succeeded: 1 } }, { subresource: 'status' });
    await run.settled();
    expect([objects(run), run.server.objects(Job)]).toEqual([[], []]);
  });

  it('keeps its child until the owner is gone, even if the owner is deleted in the foreground', async () => {
    const withEarly = defineController(Store, {
      owns: { maps: owns(ConfigMap) },
      finalizer: {
        name: finalizer,
        async cleanUp(_, { maps }) {
          await maps.apply({ metadata: { name: 'late' } });
          return checkAgain(5000);
        },
      },
      async reconcile(_, { maps }) {
        await maps.apply({ metadata: { name: 'early' } });
        return awaitChange;
      },
    });
    await using run = await runController(withEarly);
    const maps = run.server.client.resource(ConfigMap);
    await run.server.client.resource(Store).create(home);
    await run.settled();
    await maps.mergePatch({ ...key, name: 'early' }, { metadata: { finalizers: ['example.com/slow'] } });
    await run.server.client.resource(Store).delete(key, { propagation: 'Foreground' });
    await run.settled();
    const [late] = run.server.objects(ConfigMap).filter(({ metadata }) => metadata.name === 'late');
    await maps.mergePatch({ ...key, name: 'early' }, { metadata: { finalizers: [] } });
    await run.settled();
    expect(run.server.objects(ConfigMap)).toEqual([late]);
    expect(late?.metadata.deletionTimestamp).toBeUndefined();
    expect(objects(run)[0]?.metadata.finalizers).toEqual([finalizer]);
  });

  it('whose namespace is being deleted reports what cannot be created, and is tried again', async () => {
    await using run = await runController(store);
    const message = 'jobs.batch "backup" is forbidden: unable to create new content in namespace default';
    const causes = [{ reason: 'NamespaceTerminating', message: 'namespace default is being terminated' }];
    const refusal = statusAnswer(403, 'Forbidden', { message, details: { causes } });
    const failing = run.server.fail({ verb: 'apply', kind: 'Job' }, refusal, { times: Infinity });
    await deleted(run);
    const said = `Job default/backup: ${message}`;
    expect(readyOf(run)).toMatchObject({ status: 'False', reason: 'Forbidden', message: said });
    expect(warnings(run)).toEqual([`default: Forbidden: ${said}`]);
    failing[Symbol.dispose]();
    await run.advance(31_000);
    expect(run.server.objects(Job)).toHaveLength(1);
  });

  it.each([
    ['Invalid', () => new OperatorError('SPEC_INVALID', 'clean up', { hint: 'there is no such shelf' })],
    ['ReconcileError', () => new OperatorError('DECLARATION_INVALID', 'clean up', { hint: 'there is no such shelf' })],
    ['ReconcileError', () => new Error('there is no such shelf')],
  ])('that fails with what no retry of a reconcile could help reports %s, and is tried again', async (reason, make) => {
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
    await using run = await runController(failing, { expectedError: /no such shelf/ });
    await deleted(run);
    expect(readyOf(run)).toMatchObject({ status: 'False', reason });
    expect(warnings(run)).toEqual([expect.stringContaining('there is no such shelf')]);
    fails = false;
    await run.advance(31_000);
    expect(objects(run)).toEqual([]);
  });

  it('that asks for no retry waits for a change', async () => {
    const failing = defineController(Store, {
      finalizer: {
        name: finalizer,
        cleanUp: () => Promise.reject(notReady('Closed', 'Nobody is there.', { retry: false })),
      },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await runController(failing);
    await deleted(run);
    const before = run.results.length;
    await run.advance(60_000);
    expect(run.results).toHaveLength(before);
    expect(readyOf(run)).toMatchObject({ status: 'False', reason: 'Closed' });
  });

  it('begins at once, whichever changes of the resource the controller asks for', async () => {
    const picky = defineController(Store, {
      when: labelsChanged,
      finalizer: { name: finalizer, cleanUp: () => Promise.resolve() },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await runController(picky);
    await deleted(run);
    expect(objects(run)).toEqual([]);
  });
});
