import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { formatApiVersion, type ObjectKey } from '../../../runtime/src/base/index.ts';
import { ConfigMap, Secret } from '../../../runtime/src/kinds/index.ts';
import {
  awaitChange,
  condition,
  defineController,
  named,
  reads,
  watches,
} from '../../../runtime/src/reconcile/index.ts';
import { runController } from './run-controller.ts';

const Preview = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Preview',
  spec: t.object({ secret: t.string(), policy: t.optional(t.string()), ask: t.optional(t.string()) }),
  status: t.object({
    token: t.optional(t.string()),
    policy: t.optional(t.string()),
    listed: t.optional(t.integer()),
    conditions: t.conditions(),
  }),
});

const preview = defineController(Preview, {
  reads: {
    policies: reads(
      ConfigMap,
      named(Preview, ({ spec: { policy } }) => (policy === undefined ? [] : [{ namespace: 'shared', name: policy }])),
    ),
  },
  watches: {
    secrets: watches(
      Secret,
      named(Preview, ({ spec }) => [spec.secret]),
    ),
  },
  async reconcile({ spec }, { policies, secrets, status }) {
    const token = secrets.get(spec.ask ?? spec.secret)?.data?.['token'];
    const policy = spec.policy === undefined ? undefined : policies.get(spec.policy, 'shared')?.data?.['text'];
    status.set({
      ...(token !== undefined && { token }),
      ...(policy !== undefined && { policy }),
      listed: secrets.list().length,
      conditions: [condition('Ready', true, { reason: 'Read', message: 'All were read.' })],
    });
    return awaitChange;
  },
});

const at = (name: string, namespace = 'default'): { namespace: string; name: string } => ({ namespace, name });

async function start(expectedError?: RegExp) {
  const run = await runController(preview, expectedError === undefined ? {} : { expectedError });
  const { client } = run.server;
  const watched = (): string[] =>
    run.server
      .requests()
      .filter(({ verb, kind }) => verb === 'watch' && kind !== 'Preview')
      .map(({ kind, namespace, query }) => `${kind} ${namespace ?? ''} ${query?.['fieldSelector'] ?? ''}`);
  return {
    run,
    watched,
    fail: run.server.fail,
    advance: run.advance,
    get open() {
      return run.server.openWatches - 1;
    },
    idle: run.awaitIdle,
    takeResults: () => run.results.length,
    readStatus: (name: string) => run.server.objects(Preview).find(({ metadata }) => metadata.name === name)?.status,
    createSecret: (name: string, token: string) =>
      client.resource(Secret).create({ metadata: at(name), data: { token } }),
    changeSecret: (name: string, token: string) => client.resource(Secret).mergePatch(at(name), { data: { token } }),
    createPolicy: (name: string, text: string) =>
      client.resource(ConfigMap).create({ metadata: at(name, 'shared'), data: { text } }),
    create: (name: string, spec: { secret: string; policy?: string; ask?: string }) =>
      client
        .resource(Preview)
        .create({ apiVersion: formatApiVersion(Preview), kind: 'Preview', metadata: at(name), spec }),
    change: (name: string, spec: object) => client.resource(Preview).mergePatch(at(name), { spec }),
    remove: (kind: typeof Preview | typeof Secret, key: ObjectKey) =>
      client.resource(kind as typeof Secret).delete(key, { propagation: 'Background' }),
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  };
}

describe('a controller that watches objects by name', () => {
  it('watches only what resources name, each object once', async () => {
    await using fixture = await start();
    await fixture.createSecret('a', 'one');
    await fixture.createSecret('unnamed', 'x');
    await fixture.idle();
    expect(fixture.watched()).toEqual([]);
    await fixture.create('first', { secret: 'a', policy: 'strict' });
    await fixture.create('second', { secret: 'a' });
    await fixture.idle();
    expect(fixture.watched()).toEqual(['ConfigMap shared metadata.name=strict', 'Secret default metadata.name=a']);
  });

  it('loads an object before the first reconcile that needs it, which is the only one', async () => {
    await using fixture = await start();
    await fixture.createSecret('a', 'one');
    await fixture.createPolicy('strict', 'no');
    await fixture.create('first', { secret: 'a', policy: 'strict' });
    await fixture.idle();
    expect(fixture.readStatus('first')).toMatchObject({ token: 'one', policy: 'no', listed: 1 });
    expect(fixture.run.results).toHaveLength(1);
  });

  it('tells a missing object from one that is not loaded', async () => {
    await using fixture = await start();
    await fixture.create('first', { secret: 'a' });
    await fixture.idle();
    expect(fixture.readStatus('first')).toMatchObject({ listed: 0 });
    expect(fixture.readStatus('first')?.token).toBeUndefined();
    expect(fixture.run.results).toHaveLength(1);
  });

  it('reconciles the resources that name an object when it appears, changes and goes, and no others', async () => {
    await using fixture = await start();
    await fixture.create('first', { secret: 'a' });
    await fixture.create('second', { secret: 'b' });
    await fixture.idle();
    const before = fixture.run.results.length;
    await fixture.createSecret('a', 'one');
    await fixture.idle();
    expect([fixture.readStatus('first')?.token, fixture.run.results.length - before]).toEqual(['one', 1]);
    await fixture.changeSecret('a', 'two');
    await fixture.idle();
    expect([fixture.readStatus('first')?.token, fixture.run.results.length - before]).toEqual(['two', 2]);
    await fixture.remove(Secret, at('a'));
    await fixture.idle();
    expect([fixture.readStatus('first')?.token, fixture.run.results.length - before]).toEqual([undefined, 3]);
  });

  it('does not reconcile for a change of an object that it only reads', async () => {
    await using fixture = await start();
    await fixture.create('first', { secret: 'a', policy: 'strict' });
    await fixture.idle();
    await fixture.createPolicy('strict', 'no');
    await fixture.idle();
    expect(fixture.run.results).toHaveLength(1);
    await fixture.createSecret('a', 'one');
    await fixture.idle();
    expect(fixture.readStatus('first')).toMatchObject({ token: 'one', policy: 'no' });
  });

  it('follows a reference that changes, and ends each watch with the last resource that names its object', async () => {
    await using fixture = await start();
    await fixture.createSecret('b', 'two');
    await fixture.create('first', { secret: 'a' });
    await fixture.create('second', { secret: 'a' });
    await fixture.idle();
    expect(fixture.open).toBe(1);
    await fixture.change('first', { secret: 'b' });
    await fixture.idle();
    expect([fixture.open, fixture.readStatus('first')?.token]).toEqual([2, 'two']);
    await fixture.remove(Preview, at('second'));
    await fixture.idle();
    expect(fixture.open).toBe(1);
    await fixture.remove(Preview, at('first'));
    await fixture.idle();
    expect(fixture.open).toBe(0);
  });

  it('reports a watch that is rejected in the status, and reconciles as soon as it is not', async () => {
    await using fixture = await start(/the test server rejects this request/);
    await fixture.createSecret('a', 'one');
    using failure = fixture.fail({ kind: 'Secret' }, 403, { times: 1_000 });
    await fixture.create('first', { secret: 'a' });
    await fixture.idle();
    expect(fixture.run.results).toEqual(['error']);
    expect(fixture.readStatus('first')?.conditions).toContainEqual(
      expect.objectContaining({
        ...{ type: 'Ready', status: 'False', reason: 'ReconcileError' },
        message: expect.stringMatching(/^failed to read Secret default\/a: .* rejects this request$/) as string,
      }),
    );
    failure[Symbol.dispose]();
    await fixture.advance(60_000);
    expect(fixture.readStatus('first')).toMatchObject({ token: 'one' });
  });

  it('rejects a name that the function does not return', async () => {
    await using fixture = await start(/named\(Preview, …\) does not return this name/);
    await fixture.create('first', { secret: 'a', ask: 'b' });
    await fixture.idle();
    expect(fixture.run.results).toEqual(['error']);
  });

  it('treats a name that no object can have as missing, and never takes another object for it', async () => {
    await using fixture = await start();
    await fixture.createSecret('a', 'one');
    const specs = ['', 'x/a', 'a,metadata.namespace!=x', 'a'];
    for (const [index, secret] of specs.entries()) await fixture.create(`preview-${String(index)}`, { secret });
    await fixture.idle();
    const tokens = specs.map((_, index) => fixture.readStatus(`preview-${String(index)}`)?.token);
    expect(tokens).toEqual([undefined, undefined, undefined, 'one']);
    expect(fixture.watched()).toHaveLength(2);
  });

  it('requires a namespace from a cluster-scoped resource', async () => {
    const Zone = defineApi({
      group: 'example.com',
      version: 'v1',
      kind: 'Zone',
      scope: 'Cluster',
      spec: t.object({ secret: t.string(), namespace: t.optional(t.string()) }),
      status: t.object({ found: t.optional(t.boolean()), conditions: t.conditions() }),
    });
    const zone = defineController(Zone, {
      reads: {
        secrets: reads(
          Secret,
          named(Zone, ({ spec: { secret: name, namespace } }) => [
            namespace === undefined ? name : { namespace, name },
          ]),
        ),
      },
      async reconcile({ spec }, { secrets, status }) {
        status.set({ found: secrets.get(spec.secret, spec.namespace) !== undefined });
        return awaitChange;
      },
    });
    await using run = await runController(zone, { expectedError: /returned the name a without the namespace/ });
    const { client } = run.server;
    await client.resource(Secret).create({ metadata: at('a'), data: {} });
    const create = (name: string, spec: { secret: string; namespace?: string }) =>
      client.resource(Zone).create({ apiVersion: formatApiVersion(Zone), kind: 'Zone', metadata: { name }, spec });
    await create('north', { secret: 'a', namespace: 'default' });
    await create('south', { secret: 'a' });
    await run.awaitIdle();
    expect(run.server.objects(Zone).map(({ status }) => status?.found)).toEqual([true, undefined]);
  });
});

it('an object whose names cannot be computed any more is still cleaned up', async () => {
  const cleaned: string[] = [];
  const controller = defineController(Preview, {
    reads: {
      secrets: reads(
        Secret,
        named(Preview, ({ spec }) => [spec.secret.toLowerCase(), JSON.parse(spec.policy ?? '"b"') as string]),
      ),
    },
    finalizer: {
      name: 'example.com/preview',
      cleanUp: ({ metadata: { name } }) => {
        cleaned.push(name);
        return Promise.resolve();
      },
    },
    reconcile: () => Promise.resolve(awaitChange),
  });
  await using run = await runController(controller, { expectedError: /JSON/ });
  const previews = run.server.client.resource(Preview);
  await previews.create({ metadata: at('first'), spec: { secret: 'a' } });
  await run.awaitIdle();
  await previews.mergePatch(at('first'), { spec: { policy: 'not JSON' } });
  await run.awaitIdle();
  await previews.delete(at('first'), { propagation: 'Background' });
  await run.awaitIdle();

  expect([cleaned, run.server.objects(Preview)]).toEqual([['first'], []]);
});
