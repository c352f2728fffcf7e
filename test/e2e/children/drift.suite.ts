import { beforeAll, describe, expect, it } from 'vitest';
import { type PatchOperation, getAtPointer } from '@kubewright/declaration';

import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isApiError } from '../../../operator/runtime/src/client/index.ts';
import { removeNulls } from '../../../operator/testing/src/in-memory-api-server/json.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { formatFieldManager, getOwnEntry } from '../support/applied-fields.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import {
  added,
  type Drift,
  editValue,
  expectEditUndone,
  listDesiredFields,
  listOwnedPointers,
  replaced,
  expectUnsetAgain,
} from '../support/drift.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { childName, type OwnedChild, works } from './owned-child.ts';

/** The name of a container is a merge key, so renaming a container replaces the item. */
const named = /\/containers\/0\/name$/;
/** Fields that cannot be removed: the API server requires or defaults them, or they are items of an atomic list. */
const needed =
  /\/(replicas|schedule|suspend|restartPolicy|type|image|imagePullPolicy|containerPort|port|nodePort|protocol|targetPort|\d+)$/;
/** Shortens a path into an atomic field, because `managedFields` records only the owner of the whole field. */
const atomic = (pointer: string): string =>
  pointer.replace(/^\/spec\/selector\/.*/, '/spec/selector').replace(/\/(command|drop)\/\d+$/, '/$1');

/** For each value of an enumeration, another value that the API server accepts. */
const others = {
  ...{ '@yearly': '@monthly', UTC: 'Europe/Madrid', Forbid: 'Allow', Never: 'OnFailure', memcached: 'edited' },
  ...{ ClusterIP: 'NodePort', NodePort: 'ClusterIP', TCP: 'UDP' },
  ...{ IfNotPresent: 'Always', RuntimeDefault: 'Unconfined' },
};

/**
 * Fields that the API server does not allow to change, by the kind of the child: immutable ones, and template labels
 * that must match the selector.
 */
const immutable: Readonly<Record<string, RegExp>> = {
  Job: /^\/spec\/template\//,
  Deployment: /^\/spec\/selector\/matchLabels\/|^\/spec\/template\/metadata\/labels\//,
};

/**
 * Edits every field of a child as another client, and expects that the operator reverts or keeps the edit.
 * @param spec additional fields of the owner's spec
 */
export function testDrift(scope: () => Scope, kind: OwnedChild, spec: object = {}): void {
  const { api, child, controller, unset, additions } = kind;
  const name = 'drifting';
  const written = ownerIn('any');
  const wanted = kind.desired(written as unknown as KubeObject);
  const fields = listDesiredFields(wanted, { kind: api.kind, name });
  const pointers = fields.map(({ pointer }) => pointer);
  const isImmutable = (pointer: string): boolean => immutable[child.kind]?.test(pointer) === true;
  const editable = pointers.filter((each) => !isImmutable(each) && !named.test(each) && !(each in unset));

  function ownerIn(namespace: string): Manifest & { readonly spec?: object } {
    const owner = kind.manifest({ namespace }, name) as Manifest & { readonly spec?: object };
    return { ...owner, spec: { ...owner.spec, ...spec } };
  }

  describe('edited by others', () => {
    let first: KubeObject;
    const key = () => toKey(scope(), childName(kind, name));
    const current = (): Promise<KubeObject> => scope().client.resource(child).get(key());
    const edit = (operations: readonly PatchOperation[]): Promise<KubeObject> =>
      scope().client.resource(child).jsonPatch(key(), operations);
    const change = (value: unknown): unknown => editValue(value, others);
    const drift = (pointer: string): Drift => ({ kind: child, name: childName(kind, name), pointer });

    beforeAll(async () => {
      await applyManifests(scope().client, [ownerIn(scope().namespace)]);
      await works(scope(), kind, name);
      first = await current();
    });

    it('lists the operator as the owner of exactly the fields that are tested here', () => {
      expect(listOwnedPointers(first, formatFieldManager(controller))).toEqual(new Set(pointers.map(atomic)));
    });

    it.each(editable)('restores a changed field at once: %s', (pointer) =>
      expectEditUndone(scope(), { ...drift(pointer), change }),
    );

    it.each(editable.filter((pointer) => !needed.test(pointer)))('restores a removed field at once: %s', (pointer) =>
      expectEditUndone(scope(), drift(pointer)),
    );

    it('keeps exactly those fields unset that would change the meaning of ours', () => {
      const kept = fields.filter(({ value }) => value === null).map(({ pointer }) => pointer);
      expect(kept.toSorted()).toEqual(Object.keys(unset).toSorted());
    });

    it.each(Object.entries(unset).filter(([pointer]) => !isImmutable(pointer)))(
      'unsets a field at once that would change the meaning of ours: %s',
      (pointer, value) => expectUnsetAgain(scope(), drift(pointer), value),
    );

    it('rejects edits of its other fields, because the API server does', async () => {
      for (const pointer of pointers.filter(isImmutable)) {
        const operations =
          pointer in unset
            ? added(pointer, unset[pointer])
            : replaced(pointer, change(getAtPointer(await current(), pointer)));
        const error: unknown = await edit(operations).catch((reason: unknown) => reason);
        expect(isApiError(error, 422), pointer).toBe(true);
      }
    });

    it('equals the desired state after all edits, in place, and our fields have one owner', async () => {
      const now = await current();
      expect(now.metadata.uid).toBe(first.metadata.uid);
      expect(now).toMatchObject(removeNulls(wanted) as object);
      getOwnEntry(now, formatFieldManager(controller));
    });

    it('retains the labels, annotations and fields that others add, while our fields are restored', async () => {
      const all: Readonly<Record<string, unknown>> = {
        '/metadata/labels/example.com~1team': 'web',
        '/metadata/annotations/example.com~1note': 'theirs',
        ...additions,
      };
      const { metadata } = await edit(Object.entries(all).flatMap(([pointer, value]) => added(pointer, value)));
      await awaitSettled(scope());
      expect((await current()).metadata.generation).toBe(metadata.generation);
      await expectEditUndone(scope(), { ...drift(editable.at(-1)!), change });
      const now = await current();
      const found = Object.keys(all).map((pointer) => [pointer, getAtPointer(now, pointer)]);
      expect(Object.fromEntries(found)).toMatchObject(all);
    });

    it('is created again at once when somebody deletes it', async () => {
      const { uid } = (await current()).metadata;
      const children = scope().client.resource(child);
      await children.delete(key(), { propagation: 'Background' });
      await untilWithoutResync('the child is back', async () => {
        const now = await children.tryGet(key());
        return now !== undefined && now.metadata.uid !== uid;
      });
      await works(scope(), kind, name);
    });
  });
}
