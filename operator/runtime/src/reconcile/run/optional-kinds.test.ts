import { describe, expect, it } from 'vitest';

import { createInMemoryApiServer, runController } from '@kubewright/testing';
import { defineApi, t } from '../../api/index.ts';
import type { Kind } from '../../base/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';

const Route: Kind = { group: 'routes.example.com', version: 'v1', kind: 'Route', plural: 'routes', namespaced: true };
const Site = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Site',
  spec: t.object({}),
  status: t.object({ conditions: t.conditions() }),
});
const metadata = { namespace: 'default', name: 'a' };
const terminating = {
  status: 403,
  body: {
    kind: 'Status',
    status: 'Failure',
    reason: 'Forbidden',
    message: 'routes.example.com "a" is forbidden: create not allowed while custom resource definition is terminating',
    code: 403,
  },
};
const invalid = {
  status: 422,
  body: { kind: 'Status', status: 'Failure', reason: 'Invalid', message: 'spec.x: Required value', code: 422 },
};

function define(optional: boolean, within: () => void = () => undefined) {
  return defineController(Site, {
    owns: { routes: owns(Route, { optional }) },
    async reconcile({ metadata: { name } }, { routes, status }) {
      within();
      await routes?.apply({ metadata: { name } });
      status.set({});
      return awaitChange;
    },
  });
}

it('a kind that goes during a reconcile is reported only if it is still terminating after 30 seconds', async () => {
  await using run = await runController(define(true));
  const { server } = run;
  const readReady = () => server.objects(Site)[0]?.status?.conditions?.find(({ type }) => type === 'Ready');
  const failing = server.fail({ kind: 'Route', verb: 'apply' }, terminating, { times: 1_000 });
  await server.client.resource(Site).create({ metadata, spec: {} });
  await run.advance(29_000);
  expect([readReady(), run.log.filter(({ level }) => level === 'warn')]).toEqual([undefined, []]);

  await run.advance(3_000);
  expect(readReady()).toMatchObject({ status: 'False', reason: 'Forbidden' });

  failing[Symbol.dispose]();
  await run.advance(30_000);
  expect([readReady(), server.objects(Route).length]).toEqual([undefined, 1]);
});

it('a reconcile keeps its handle when the kind goes, and the next one has none', async () => {
  const seen: unknown[] = [];
  let end = (): void => undefined;
  const controller = define(true, () => {
    end();
  });
  await using run = await runController(controller);
  const { server } = run;
  end = () => {
    seen.push(server.objects(Site).length);
    server.stopServing(Route);
  };
  await server.client.resource(Site).create({ metadata, spec: {} });
  await run.advance(2_000);

  expect([seen.length > 0, run.log.filter(({ level }) => level === 'error')]).toEqual([true, []]);
  expect(run.results.at(-1)).toBe('success');
});

it('a kind that is not optional is reported at once', async () => {
  const server = createInMemoryApiServer({ kinds: [Site, Route] });
  await using run = await runController(define(false), { server });
  server.fail({ kind: 'Route', verb: 'apply' }, terminating);
  await server.client.resource(Site).create({ metadata, spec: {} });
  await run.awaitIdle();

  expect(run.log.filter(({ level }) => level === 'warn')).toMatchObject([
    { message: 'cannot apply the desired state' },
  ]);
});

describe('a reconcile with an optional kind and another one', () => {
  const Lane: Kind = { group: 'lanes.example.com', version: 'v1', kind: 'Lane', plural: 'lanes', namespaced: true };

  /** Reconciles a Site; the API server answers each apply of `kind` with `answer`. Returns the level of each problem. */
  async function reconcile(kind: 'Route' | 'Lane', answer: typeof terminating): Promise<readonly string[]> {
    const controller = defineController(Site, {
      owns: { lanes: owns(Lane), routes: owns(Route, { optional: true }) },
      async reconcile({ metadata: { name } }, { lanes, routes }) {
        await lanes.apply({ metadata: { name } });
        await routes?.apply({ metadata: { name } });
        return awaitChange;
      },
    });
    await using run = await runController(controller);
    const { server } = run;
    await run.advance(20_000);
    using _failing = server.fail({ kind, verb: 'apply' }, answer, { times: 1_000 });
    await server.client.resource(Site).create({ metadata, spec: {} });
    await run.advance(25_000);
    return [...new Set(run.log.map(({ level }) => level).filter((level) => level === 'warn' || level === 'error'))];
  }

  it('does not report that the optional kind has just gone', async () => {
    expect(await reconcile('Route', terminating)).toEqual([]);
  });

  it.each<[string, 'Route' | 'Lane', typeof terminating]>([
    ['the other kind has gone', 'Lane', terminating],
    ['the API server rejects an object of the optional kind', 'Route', invalid],
  ])('reports at once that %s', async (_, kind, answer) => {
    expect(await reconcile(kind, answer)).toEqual(['warn']);
  });
});

it('a write to a kind that has gone meanwhile is not reported', async () => {
  const server = createInMemoryApiServer({ kinds: [Site, Route] });
  let isFirst = true;
  const controller = defineController(Site, {
    owns: { routes: owns(Route, { optional: true }) },
    async reconcile({ metadata: { name } }, { routes }) {
      if (isFirst) server.stopServing(Route);
      for (let turn = 0; isFirst && turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      isFirst = false;
      await routes?.apply({ metadata: { name } });
      return awaitChange;
    },
  });
  await using run = await runController(controller, { server });
  await server.client.resource(Site).create({ metadata, spec: {} });
  await run.advance(2_000);

  expect(run.log.filter(({ level }) => level === 'error')).toEqual([]);
  expect(new Set(run.results)).toEqual(new Set(['success', 'requeue_after']));
});
