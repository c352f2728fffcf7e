import { expect, it } from 'vitest';

import { type Client, type Resource, unchecked } from '../../../operator/runtime/src/client/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import { getKind } from '../../support/manifests.ts';
import type { StoredBefore } from '../../support/stored-before.ts';
import { until } from '../../support/until.ts';

/** Objects of one kind that were stored before their CRD had validation rules. */
interface Stored {
  readonly before: StoredBefore;
  readonly client: () => Client;
  /** The names of the objects under test. */
  readonly names: readonly string[];
}

const getResources = ({ before, client }: Stored): Resource<WithConditions> =>
  client().resource(unchecked<WithConditions>(getKind(before.rejected)));

/** Tests that other clients can patch the status and the metadata of each object, although its spec is invalid. */
export function testPatchesOfOthers(stored: Stored): void {
  const { namespace, rejected } = stored.before;
  const seen = { type: 'example.com/Seen', status: 'True' as const, reason: 'Seen', message: '' };
  const condition = { ...seen, lastTransitionTime: '2030-01-01T00:00:00Z' };

  it.each(stored.names)('accepts a status condition and labels from others: %s', async (name) => {
    const resources = getResources(stored);
    const { apiVersion, kind } = rejected;
    const key = { namespace, name };
    const status = { apiVersion, kind, metadata: key, status: { conditions: [condition] } };
    const { object } = await resources.apply(status, { fieldManager: 'seer', subresource: 'status' });
    expect(object.status?.conditions).toContainEqual(condition);
    await resources.mergePatch(key, { metadata: { labels: { seen: 'yes' } } });
  });
}

/** Tests that each object can be deleted, although removing its finalizer updates an invalid object. */
export function testDeletion(stored: Stored): void {
  const { namespace, resources: all } = stored.before;

  it.each(stored.names)('is deleted once its finalizer is removed: %s', async (name) => {
    const resources = getResources(stored);
    const key = { namespace, name };
    await resources.delete(key, { propagation: 'Background' });
    const { metadata } = await resources.get(key);
    expect(metadata.deletionTimestamp).toBeDefined();
    expect(metadata.finalizers).toEqual(all.find((each) => each.metadata.name === name)?.metadata.finalizers);
    await resources.mergePatch(key, { metadata: { finalizers: null } });
    await until(`${name} is deleted`, async () => (await resources.tryGet(key)) === undefined);
  });
}
