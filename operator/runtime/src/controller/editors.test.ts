import { describe, expect, it } from 'vitest';

import { createScriptedCache } from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject, ManagedFieldsEntry } from '../base/index.ts';
import { buildEditor } from '../cache/index.ts';
import { createCause } from '../queue/index.ts';
import { Editors } from './editors.ts';
import type { Why } from './explain-change.ts';

const controller = 'operator/taints';
const why: Why = { initial: false, causes: [createCause('changed')] };
const atStart: Why = { initial: true, causes: [createCause('start')] };

/** The managed fields of an owner's edit, through the tested controller unless another one is given. */
const fieldsOf = (uid: string, field = 'f:taints', through = controller): ManagedFieldsEntry => ({
  ...{ manager: buildEditor(through, uid), operation: 'Apply' },
  fieldsV1: { 'f:spec': { [field]: {} } },
});

const node = (managedFields: readonly ManagedFieldsEntry[], metadata: Partial<KubeObject['metadata']> = {}) =>
  someObject({ name: 'one', managedFields, ...metadata });

/**
 * Creates the editors of a controller with the resources `batch` and `gpu`. `listen` and `notify` pass a change to the
 * editors, and return the keys that it enqueued, with their causes.
 */
function setUp() {
  const { cache, emitApplied, emitDeleted } = createScriptedCache();
  const [batch, gpu] = [someObject({ name: 'batch', uid: 'u-batch' }), someObject({ name: 'gpu', uid: 'u-gpu' })];
  emitApplied(batch);
  emitApplied(gpu);
  const enqueued: string[] = [];
  const enqueue = (key: string, { initial, causes }: Why): void => {
    enqueued.push(`${key}: ${causes.map((cause) => cause.toJSON()).join()}${initial ? ' initial' : ''}`);
  };
  const editors = new Editors({ controller, enqueue }, () => cache);
  const listen = (before: KubeObject | undefined, after: KubeObject | undefined, reason = why): readonly string[] => {
    const { name } = (after ?? before)?.metadata ?? { name: '' };
    editors.listener({ key: { namespace: 'default', name }, before, after, initial: reason.initial }, reason);
    return enqueued.splice(0);
  };
  const notify = (before: KubeObject | undefined, after: KubeObject | undefined, except?: string) => {
    editors.notify({ before, after }, why, except);
    return enqueued.splice(0);
  };
  return { editors, listen, notify, emitDeleted, batch, gpu };
}

const batchIsDue = ['default/batch: changed'];
const bothAreDue = ['default/batch: changed', 'default/gpu: changed'];

describe('a change of an edited object', () => {
  const both = [fieldsOf('u-batch'), fieldsOf('u-gpu')];

  it('enqueues the resource whose field another manager has taken, and no other', () => {
    const { listen } = setUp();
    expect(listen(node(both), node([fieldsOf('u-batch', 'f:labels'), fieldsOf('u-gpu')]))).toEqual(batchIsDue);
    expect(listen(node(both), node([fieldsOf('u-gpu')]))).toEqual(batchIsDue);
  });

  it('enqueues the resource whose fields are back, for example from a backup', () => {
    const { listen } = setUp();
    expect(listen(node([fieldsOf('u-gpu')]), node(both))).toEqual(batchIsDue);
    expect(listen(undefined, node([fieldsOf('u-batch')]))).toEqual(batchIsDue);
  });

  it('enqueues each resource that has edited it, once it is deleted', () => {
    const { listen } = setUp();
    expect(listen(node(both), undefined)).toEqual(bothAreDue);
  });

  it('enqueues each of them if it is another object of the same name, although their fields are the same', () => {
    const { listen } = setUp();
    expect(listen(node(both), node(both, { uid: 'another' }))).toEqual(bothAreDue);
  });

  it('enqueues nothing if their fields stay, as in the heartbeat of a Node', () => {
    const { listen } = setUp();
    expect(listen(node(both), node(both, { annotations: { heartbeat: '2' } }))).toEqual([]);
  });

  it('enqueues nothing for fields of other controllers, and of resources that are gone', () => {
    const { listen, emitDeleted, gpu } = setUp();
    emitDeleted(gpu);
    expect(listen(node([fieldsOf('u-batch', 'f:taints', 'operator/labels'), fieldsOf('u-gpu')]), undefined)).toEqual(
      [],
    );
  });

  it('enqueues nothing at the start, when all resources are reconciled anyway', () => {
    const { listen } = setUp();
    expect(listen(undefined, node(both), atStart)).toEqual([]);
  });
});

describe('a change of a resource that resources edit', () => {
  it('enqueues the others whose fields have changed, but not the changed one', () => {
    const { listen, batch } = setUp();
    const edited: KubeObject = {
      ...batch,
      metadata: { ...batch.metadata, managedFields: [fieldsOf('u-batch'), fieldsOf('u-gpu')] },
    };
    expect(listen(edited, batch)).toEqual(['default/gpu: changed']);
  });

  it('concerns what it edits of itself only if these fields have changed', () => {
    const { editors } = setUp();
    const own = (fields: readonly ManagedFieldsEntry[]): KubeObject => node(fields, { uid: 'u-batch' });
    const before = own([fieldsOf('u-batch'), fieldsOf('u-gpu')]);
    expect(editors.isOwnEdit(before, own([fieldsOf('u-gpu')]))).toBe(true);
    expect(editors.isOwnEdit(before, own([fieldsOf('u-batch', 'f:labels'), fieldsOf('u-gpu')]))).toBe(true);
    expect(editors.isOwnEdit(own([]), own([fieldsOf('u-batch')]))).toBe(true);
    expect(editors.isOwnEdit(before, own([fieldsOf('u-batch')]))).toBe(false);
  });
});

describe('an edit by a resource', () => {
  it('enqueues the other resources whose fields it has taken over, but not itself', () => {
    const { notify } = setUp();
    const [before, after] = [node([fieldsOf('u-batch')]), node([fieldsOf('u-gpu')])];
    expect(notify(before, after, 'u-gpu')).toEqual(batchIsDue);
    expect(notify(before, after)).toEqual(bothAreDue);
  });
});
