import { expect, it } from 'vitest';

import { formatApiVersion, type Kind, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition, type WithConditions, awaitCondition } from '../../support/conditions.ts';
import { computeKstatus } from '../../support/kstatus.ts';
import { applyManifests } from '../../support/manifests.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { formatFieldManager, getOwnEntry } from '../support/applied-fields.ts';
import { listWarnings } from '../support/events-about.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { childName, createOwner, type OwnedChild, referenceTo, works } from './owned-child.ts';

const nameConflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };

/** The parts of an object that users and the operator change, but Kubernetes' controllers do not. */
function essenceOf(object: KubeObject, fieldManager: string): unknown {
  const { uid, labels, ownerReferences = [], annotations = {}, managedFields = [] } = object.metadata;
  const { 'deployment.kubernetes.io/revision': _revision, ...others } = annotations;
  const { spec } = object as KubeObject & { readonly spec: unknown };
  const isOurs = managedFields.some(({ manager }) => manager === fieldManager);
  return { uid, labels, ownerReferences, annotations: others, spec, isOurs };
}

/** Tests which objects are children of an owner, and what happens to them when it is deleted. */
export function testOwnership(scope: () => Scope, kind: OwnedChild): void {
  const { api, child, controller, manifest, foreignSpec, adoptable = true } = kind;
  const owners = () => scope().client.resource(api as Kind<WithConditions>);
  const children = () => scope().client.resource(child);
  const keyOf = (owner: string) => toKey(scope(), childName(kind, owner));
  const childOf = (owner: string): Promise<KubeObject | undefined> => children().tryGet(keyOf(owner));
  const essence = (object: KubeObject) => essenceOf(object, formatFieldManager(controller));
  const apply = (owner: string) => applyManifests(scope().client, [manifest(scope(), owner)]);
  /** Builds a name with the kind of the child, because the suite runs for two kinds of children in one scope. */
  const named = (what: string): string => `${what}-${child.plural}`;

  /**
   * Creates an object with the name of a child, but without an owner; waits until Kubernetes has finished writing it.
   */
  async function unowned(owner: string, metadata: object = {}): Promise<KubeObject> {
    const body = { apiVersion: formatApiVersion(child), kind: child.kind, metadata: { ...keyOf(owner), ...metadata } };
    await children().create({ ...body, ...{ spec: foreignSpec } });
    return until('the object no longer changes', async () => {
      const now = await childOf(owner);
      return now !== undefined && (child.kind !== 'Pod' || (now as Pod).status?.phase === 'Running') && now;
    });
  }

  /** Waits until the status reports the conflict, and checks that the operator does not change the other object. */
  async function conflictWith(owner: string, other: KubeObject): Promise<WithConditions> {
    const resource = await awaitCondition(owners(), toKey(scope(), owner), nameConflict);
    await awaitSettled(scope());
    expect(essence((await childOf(owner))!)).toEqual(essence(other));
    return resource;
  }

  /** Returns the writes of the operator to a child while `act` runs, and until the operator is idle. */
  async function writtenWhile(owner: string, act: () => Promise<unknown>): Promise<readonly string[]> {
    await awaitSettled(scope());
    const since = await createMark(scope());
    await act();
    await awaitSettled(scope());
    const about = `${child.plural}/${childName(kind, owner)} `;
    return listWrites(await listRequests(scope(), since)).filter((write) => write.includes(about));
  }

  async function remove(owner: string, propagation: 'Background' | 'Foreground' | 'Orphan'): Promise<void> {
    await owners().delete(toKey(scope(), owner), { propagation });
    await until(`${owner} is deleted`, async () => (await owners().tryGet(toKey(scope(), owner))) === undefined);
  }

  it('is created only once an unowned object of its name is deleted, which is reported once and checked again', async () => {
    const name = named('taken');
    const other = await unowned(name);
    const since = await createMark(scope());
    await apply(name);
    const resource = await conflictWith(name, other);
    await until('the operator has checked again', async () => {
      const checks = (await listRequests(scope(), since)).filter(
        ({ verb, objectRef }) =>
          verb === 'get' && objectRef?.resource === child.plural && objectRef.name === other.metadata.name,
      );
      return checks.length > 2;
    });
    expect(findCurrentCondition(resource, 'Ready')?.message).toContain(
      `${child.kind} ${scope().namespace}/${other.metadata.name} already exists`,
    );
    expect(computeKstatus(resource)).toBe('Failed');
    await children().delete(other.metadata, { propagation: 'Background' });
    await works(scope(), kind, name);
    expect(await listWarnings(scope(), resource)).toEqual(['NameConflict ×1']);
  });

  it('excludes an unowned object that has only our labels', async () => {
    const name = named('labelled');
    const other = await unowned(name, { labels: { 'app.kubernetes.io/managed-by': 'kubewright' } });
    await apply(name);
    await conflictWith(name, other);
  });

  it('becomes an unowned object when somebody removes its owner reference, and our child again when somebody adds it', async () => {
    const name = named('disowned');
    const resource = await createOwner(scope(), kind, name);
    const owned = (await childOf(name))!;
    expect(owned.metadata.ownerReferences).toEqual([{ ...referenceTo(kind, resource), blockOwnerDeletion: true }]);
    const removal = [{ op: 'remove', path: '/metadata/ownerReferences' }] as const;
    await conflictWith(name, await children().jsonPatch(keyOf(name), removal));
    const ownerReferences = [referenceTo(kind, resource)];
    await children().mergePatch(keyOf(name), { metadata: { ownerReferences } });
    await works(scope(), kind, name);
    const adopted = (await childOf(name))!;
    expect(adopted.metadata).toMatchObject({ uid: owned.metadata.uid, ownerReferences });
    getOwnEntry(adopted, formatFieldManager(controller));
  });

  if (adoptable)
    it('is any object of its name that gets our owner reference, and is then updated or replaced', async () => {
      const name = named('given');
      await unowned(name);
      await apply(name);
      const resource = await awaitCondition(owners(), toKey(scope(), name), nameConflict);
      await children().mergePatch(keyOf(name), { metadata: { ownerReferences: [referenceTo(kind, resource)] } });
      await works(scope(), kind, name);
      getOwnEntry((await childOf(name))!, formatFieldManager(controller));
    });

  it.each(['Background', 'Foreground'] as const)(
    'is deleted with its owner, and is not created again: %s',
    async (propagation) => {
      const name = named(propagation.toLowerCase());
      await createOwner(scope(), kind, name);
      const written = await writtenWhile(name, async () => {
        await remove(name, propagation);
        await until('the child is deleted', async () => (await childOf(name)) === undefined);
      });
      expect(written.filter((write) => write.endsWith(' 201'))).toEqual([]);
    },
  );

  it('survives a deletion with --cascade=orphan, and a new owner of the same name does not adopt it', async () => {
    const name = named('orphaned');
    await createOwner(scope(), kind, name);
    const before = (await childOf(name))!;
    expect(await writtenWhile(name, () => remove(name, 'Orphan'))).toEqual([]);
    const orphan = (await childOf(name))!;
    expect(orphan.metadata.uid).toBe(before.metadata.uid);
    expect(orphan.metadata.ownerReferences ?? []).toEqual([]);
    await apply(name);
    await conflictWith(name, orphan);
  });

  it('is neither changed nor created again while a finalizer of others holds its terminating owner', async () => {
    const name = named('kept');
    await createOwner(scope(), kind, name);
    await owners().mergePatch(toKey(scope(), name), { metadata: { finalizers: ['example.com/kept'] } });
    await owners().delete(toKey(scope(), name), { propagation: 'Background' });
    const written = await writtenWhile(name, async () => {
      await children().delete(keyOf(name), { propagation: 'Background' });
      await until('the child is deleted', async () => (await childOf(name)) === undefined);
    });
    expect(written).toEqual([]);
    const { metadata } = await owners().get(toKey(scope(), name));
    expect(metadata.finalizers).toEqual(['example.com/kept']);
    await owners().mergePatch(toKey(scope(), name), { metadata: { finalizers: null } });
  });
}
