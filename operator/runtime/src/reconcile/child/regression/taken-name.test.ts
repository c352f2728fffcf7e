import { beforeEach, describe, expect, it } from 'vitest';

import {
  createInMemoryApiServer,
  type InMemoryApiServer,
} from '../../../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../../../testing/src/run-controller/run-controller.ts';
import { defineApi, t } from '../../../api/index.ts';
import type { Condition, KubeObject, OwnerReference } from '../../../base/index.ts';
import { ConfigMap } from '../../../kinds/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import { buildOwnerReference } from '../../write/ownership.ts';

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
  owner = buildOwnerReference(metadata, Cafe);
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

const isCreateOnly = ({ body }: { readonly body?: unknown }): boolean =>
  (body as KubeObject).metadata.resourceVersion === '1';

/** Runs `make` right before the first apply that may create the ConfigMap, so that another client creates it first. */
function makeBefore(make: () => Promise<unknown>): void {
  let isDone = false;
  server.intercept(async (request, next) => {
    const { verb, kind } = request;
    if (!isDone && kind === 'ConfigMap' && verb === 'apply' && isCreateOnly(request)) {
      isDone = true;
      await make();
    }
    return next();
  });
}

/** @returns how each reconcile ended */
async function runReconcile(): Promise<readonly string[]> {
  await using run = await runController(cafe, { server });
  await run.advance(1_000);
  return [...run.results];
}

const map = () => server.objects(ConfigMap)[0];
const ready = () => {
  const { status } = server.objects(Cafe)[0] as unknown as { status?: { conditions: readonly Condition[] } };
  return status?.conditions.find(({ type }) => type === 'Ready')?.reason;
};

// A bug: the apply of a child also updated, so an unowned object was adopted, and would have been deleted with the owner.
describe('an object that another client creates under a child’s name right before our apply', () => {
  it('stays unchanged', async () => {
    makeBefore(() => create({ data: { precious: 'theirs' } }));
    await runReconcile();
    expect(map()?.data).toEqual({ precious: 'theirs' });
    expect(map()?.metadata).not.toHaveProperty('ownerReferences');
    expect(map()?.metadata).not.toHaveProperty('labels');
    expect(map()?.metadata).not.toHaveProperty('annotations');
    expect(ready()).toBe('NameConflict');
  });

  it('keeps fields that equal ours', async () => {
    makeBefore(() => create({ data: { precious: 'theirs', ours: '1' } }));
    await runReconcile();
    expect(map()?.data).toEqual({ precious: 'theirs', ours: '1' });
    expect(ready()).toBe('NameConflict');
  });

  it('keeps fields that differ from ours', async () => {
    makeBefore(() => create({ data: { ours: 'theirs' } }));
    await runReconcile();
    expect(map()?.data).toEqual({ ours: 'theirs' });
    expect(map()?.metadata).not.toHaveProperty('ownerReferences');
  });

  it('becomes our child if it has our owner reference', async () => {
    makeBefore(() => create({ data: { more: '2' }, ownerReferences: [owner] }));
    expect(await runReconcile()).not.toContain('error');
    expect(map()?.data).toEqual({ more: '2', ours: '1' });
    expect(map()?.metadata.ownerReferences).toEqual([owner]);
    expect(ready()).toBeUndefined();
  });
});
