import { beforeEach, describe, expect, it } from 'vitest';

import {
  createInMemoryApiServer,
  type InMemoryApiServer,
} from '../../../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../../../testing/src/run-controller/index.ts';
import { defineApi, t } from '../../../api/index.ts';
import type { Condition, OwnerReference } from '../../../base/index.ts';
import { ConfigMap } from '../../../kinds/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import { ownerReference } from '../../write/ownership.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const key = { namespace: 'default', name: 'home' };
const cafe = defineController(Cafe, {
  owns: { maps: owns(ConfigMap) },
  async reconcile({ metadata: { name } }, { maps }) {
    await maps.apply({ metadata: { name }, data: { ours: '1' } });
    return awaitChange;
  },
});

let server: InMemoryApiServer;
let owner: OwnerReference;

beforeEach(async () => {
  server = createInMemoryApiServer({ kinds: [Cafe] });
  const metadata = await server.client
    .resource(Cafe)
    .create({ apiVersion: 'example.com/v1', kind: 'Cafe', metadata: key, spec: {} });
  owner = ownerReference(metadata, Cafe);
});

const create = (rest: {
  readonly data: Record<string, string>;
  readonly ownerReferences?: readonly OwnerReference[];
}) =>
  server.client.resource(ConfigMap).create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...key, ...(rest.ownerReferences && { ownerReferences: rest.ownerReferences }) },
    data: rest.data,
  });

/** Runs `make` right before our first apply of the ConfigMap: somebody else creates it first. */
function before(make: () => Promise<unknown>): void {
  let isDone = false;
  server.intercept(async ({ verb, kind }, next) => {
    if (!isDone && kind === 'ConfigMap' && verb === 'apply') {
      isDone = true;
      await make();
    }
    return next();
  });
}

/** @returns how each run ended */
async function reconciled(): Promise<readonly string[]> {
  await using run = await runController(cafe, { server });
  await run.settled();
  return [...run.results];
}

const map = () => server.objects(ConfigMap)[0];
const ready = () => {
  const { status } = server.objects(Cafe)[0] as unknown as { status?: { conditions: readonly Condition[] } };
  return status?.conditions.find(({ type }) => type === 'Ready')?.reason;
};

// An apply cannot create without updating: an unowned object was once taken over, and would have been deleted with our
// owner.
describe('an object that somebody else creates under the name of a child right before our apply', () => {
  // id: apply-takes-over-what-does-not-conflict
  it('is left as it was', async () => {
    before(() => create({ data: { precious: 'theirs' } }));
    await reconciled();
    expect(map()?.data).toEqual({ precious: 'theirs' });
    expect(map()?.metadata).not.toHaveProperty('ownerReferences');
    expect(map()?.metadata).not.toHaveProperty('labels');
    expect(map()?.metadata).not.toHaveProperty('annotations');
    expect(ready()).toBe('NameConflict');
  });

  it('keeps also fields that are equal to ours', async () => {
    before(() => create({ data: { precious: 'theirs', ours: '1' } }));
    await reconciled();
    expect(map()?.data).toEqual({ precious: 'theirs', ours: '1' });
    expect(ready()).toBe('NameConflict');
  });

  // id: apply-gives-up-what-is-ours
  it('becomes our child if it has our owner reference', async () => {
    before(() => create({ data: { more: '2' }, ownerReferences: [owner] }));
    expect(await reconciled()).not.toContain('error');
    expect(map()?.data).toEqual({ more: '2', ours: '1' });
    expect(map()?.metadata.ownerReferences).toEqual([owner]);
    expect(ready()).toBeUndefined();
  });

  // id: apply-takes-an-unowned-object-for-a-fault-of-the-spec
  it('is reported as a name conflict if the API server refuses a second controller', async () => {
    const theirs = { apiVersion: 'v1', kind: 'Shop', name: 'corner', uid: 'u', controller: true };
    const cause = { reason: 'FieldValueInvalid', field: 'metadata.ownerReferences', message: 'Only one reference' };
    const message = 'ConfigMap "home" is invalid: metadata.ownerReferences: Invalid value: Only one reference';
    const body = { kind: 'Status', status: 'Failure', reason: 'Invalid', message, details: { causes: [cause] } };
    server.intercept(async ({ verb, kind }, next) => {
      if (verb !== 'apply' || kind !== 'ConfigMap') return next();
      await create({ data: { precious: 'theirs' }, ownerReferences: [theirs] });
      return { status: 422, body };
    });
    await reconciled();
    expect(ready()).toBe('NameConflict');
  });
});
