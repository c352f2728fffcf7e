import { describe, expect, it } from 'vitest';

import { apiVersionOf, type Kind, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Job } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf, type WithConditions, withCondition } from '../../support/conditions.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { fieldManagerOf, ownEntry } from '../support/applied-fields.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds, type EchoKind, referenceTo, works } from './both-kinds.ts';
import { apply, simulated } from './echos.ts';

const nameConflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };

/** Whether a Job is suspended or its Pod counts as ready: until this changes, the Job controller writes nothing. */
function isQuietJob({ status }: Job): boolean {
  return status?.ready === 1 || status?.conditions?.some(({ type }) => type === 'Suspended') === true;
}

const scope = useScope(simulated);

describe.each(bothKinds)('the child of $api.kind', (kind: EchoKind) => {
  const { api, child, manifest, foreignSpec, controller } = kind;
  const resources = () => scope().client.resource(api as Kind<WithConditions>);
  const children = () => scope().client.resource(child);
  const childOf = (name: string): Promise<KubeObject | undefined> => children().tryGet(keyIn(scope(), name));

  async function createReady(name: string): Promise<WithConditions> {
    await apply(scope(), manifest(scope(), name));
    return works(scope(), kind, name);
  }

  /** Creates an unowned object, and waits until the Job controller or the CronJob controller has nothing to write. */
  async function unowned(name: string, metadata: object = {}): Promise<KubeObject> {
    const key = keyIn(scope(), name);
    const body = { apiVersion: apiVersionOf(child), kind: child.kind, metadata: { ...key, ...metadata } };
    await children().create({ ...body, ...{ spec: foreignSpec } });
    return atRest(name);
  }

  function atRest(name: string): Promise<KubeObject> {
    return until('the controllers of Kubernetes have nothing to write', async () => {
      const now = await childOf(name);
      return now !== undefined && (child.kind === 'CronJob' || isQuietJob(now as Job)) && now;
    });
  }

  /** Waits until the status reports the conflict, and checks that the operator leaves the other object alone. */
  async function conflictWith(name: string, other: KubeObject): Promise<WithConditions> {
    const resource = await withCondition(resources(), keyIn(scope(), name), nameConflict);
    await settled(scope());
    expect(await childOf(name)).toEqual(other);
    return resource;
  }

  async function untilDeleted(name: string): Promise<void> {
    await until(`${name} is deleted`, async () => (await resources().tryGet(keyIn(scope(), name))) === undefined);
  }

  it('BUG-EC-4 is created only once an unowned object of its name is deleted, which is reported once and checked again', async () => {
    const other = await unowned('taken');
    const since = await mark(scope());
    await apply(scope(), manifest(scope(), 'taken'));
    const resource = await conflictWith('taken', other);
    await until('the operator has checked again', async () => {
      const checks = (await requestsOf(scope(), since)).filter(
        ({ verb, objectRef }) => verb === 'get' && objectRef?.resource === child.plural && objectRef.name === 'taken',
      );
      return checks.length > 2;
    });
    expect(await childOf('taken')).toEqual(other);
    expect(conditionOf(resource, 'Ready')?.message).toContain(
      `${child.kind} ${scope().namespace}/taken already exists`,
    );
    expect(conditionOf(resource, 'Stalled')?.status).toBe('True');
    await children().delete(other.metadata, { propagation: 'Background' });
    await works(scope(), kind, 'taken');
    expect(await warningsAbout(scope(), resource)).toEqual(['NameConflict ×1']);
  });

  it('is not an unowned object that has only our labels', async () => {
    const other = await unowned('labelled', { labels: { 'app.kubernetes.io/managed-by': 'kubewright' } });
    await apply(scope(), manifest(scope(), 'labelled'));
    await conflictWith('labelled', other);
  });

  it('becomes an unowned object when somebody removes its owner reference, and our child again when somebody adds it', async () => {
    const resource = await createReady('disowned');
    const owned = await childOf('disowned');
    expect(owned?.metadata.ownerReferences).toEqual([{ ...referenceTo(kind, resource), blockOwnerDeletion: true }]);
    await children().jsonPatch(keyIn(scope(), 'disowned'), [{ op: 'remove', path: '/metadata/ownerReferences' }]);
    await conflictWith('disowned', await atRest('disowned'));
    const ownerReferences = [referenceTo(kind, resource)];
    await children().mergePatch(keyIn(scope(), 'disowned'), { metadata: { ownerReferences } });
    await works(scope(), kind, 'disowned');
    const adopted = await childOf('disowned');
    expect(adopted?.metadata.uid).toBe(owned?.metadata.uid);
    expect(adopted?.metadata.ownerReferences).toEqual(ownerReferences);
    ownEntry(adopted!, fieldManagerOf(controller));
  });

  it('is any object of its name to which somebody adds our owner reference, and is then updated', async () => {
    await unowned('given');
    await apply(scope(), manifest(scope(), 'given'));
    const resource = await withCondition(resources(), keyIn(scope(), 'given'), nameConflict);
    const ownerReferences = [referenceTo(kind, resource)];
    await children().mergePatch(keyIn(scope(), 'given'), { metadata: { ownerReferences } });
    await works(scope(), kind, 'given');
    expect(JSON.stringify(await childOf('given'))).toContain('"command":["printf"');
  });

  it.each(['Background', 'Foreground'] as const)(
    'is deleted with its resource, and is not created again: %s',
    async (propagation) => {
      const name = `deleted-${propagation.toLowerCase()}`;
      await createReady(name);
      await settled(scope());
      const since = await mark(scope());
      await resources().delete(keyIn(scope(), name), { propagation });
      await untilDeleted(name);
      await until('the child is deleted', async () => (await childOf(name)) === undefined);
      await settled(scope());
      const written = writesIn(await requestsOf(scope(), since)).filter((write) => write.includes(`/${name}`));
      expect(written.filter((write) => write.endsWith(' 201'))).toEqual([]);
      expect(await childOf(name)).toBeUndefined();
    },
  );

  it('stays unchanged after a deletion with --cascade=orphan, and a new resource of the same name does not adopt it', async () => {
    await createReady('orphaned');
    const before = await atRest('orphaned');
    await settled(scope());
    const since = await mark(scope());
    await resources().delete(keyIn(scope(), 'orphaned'), { propagation: 'Orphan' });
    await untilDeleted('orphaned');
    await settled(scope());
    expect(writesIn(await requestsOf(scope(), since)).filter((write) => write.includes('/orphaned'))).toEqual([]);
    const orphan = await childOf('orphaned');
    expect(orphan?.metadata.uid).toBe(before.metadata.uid);
    expect(orphan?.metadata.ownerReferences ?? []).toEqual([]);
    await apply(scope(), manifest(scope(), 'orphaned'));
    await conflictWith('orphaned', orphan!);
  });

  it('is not created again while its resource is terminating, held by a finalizer of others', async () => {
    await createReady('kept');
    await resources().mergePatch(keyIn(scope(), 'kept'), { metadata: { finalizers: ['example.com/kept'] } });
    await resources().delete(keyIn(scope(), 'kept'), { propagation: 'Background' });
    await children().delete(keyIn(scope(), 'kept'), { propagation: 'Background' });
    await settled(scope());
    expect(await childOf('kept')).toBeUndefined();
    await resources().mergePatch(keyIn(scope(), 'kept'), { metadata: { finalizers: null } });
    await untilDeleted('kept');
  });
});
