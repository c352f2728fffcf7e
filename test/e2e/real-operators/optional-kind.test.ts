import { describe, expect, inject, it } from 'vitest';

import { createGroupName, useCluster } from '../../../operator/runtime/fixtures/cluster-fixture.ts';
import type { LogFields } from '../../../operator/runtime/src/base/index.ts';
import { awaitChange, defineApi, defineController, owns, t } from '../../../operator/runtime/src/index.ts';
import { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import { createRecordingLogger } from '../../../operator/testing/src/recording-logger.ts';
import { createUserWithOwnRules, omitFallbacks } from './own-rules.ts';

const group = createGroupName('optional-kind');
const Route = defineApi({ group, version: 'v1', kind: 'Route', spec: t.object({ host: t.string() }) });
const Site = defineApi({
  group: createGroupName('site'),
  version: 'v1',
  kind: 'Site',
  spec: t.object({ host: t.string() }),
  status: t.object({ route: t.string() }),
});

const site = defineController(Site, {
  owns: { routes: owns(Route, { optional: true, delete: true }) },
  async reconcile({ metadata: { name }, spec }, { routes, status }) {
    if (spec.host === '') await routes?.delete(name);
    else await routes?.apply({ metadata: { name }, spec: { host: spec.host } });
    status.set({ route: routes === undefined ? 'NotInstalled' : spec.host });
    return awaitChange;
  },
});

const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Site);

describe('an owned kind that is optional', () => {
  it('is used while its CRD exists, with exactly the permissions that the declaration says', async () => {
    const { client, namespace } = cluster();
    const place = { client, namespace, kubeconfigPath: inject('kubeconfigPath'), auditLogPath: inject('auditLogPath') };
    await using user = await createUserWithOwnRules(site, place);
    const logger = createRecordingLogger();
    await using _run = await cluster().run(site, { client: user.client, logger });
    const readStatus = async (name: string) => (await client.resource(Site).tryGet({ namespace, name }))?.status?.route;
    const findRoute = (name: string) => client.resource(Route).tryGet({ namespace, name });
    await cluster().create(Site, 'a', { spec: { host: 'a.example' } });
    await cluster().create(Site, 'b', { spec: { host: 'b.example' } });
    await expect.poll(() => readStatus('b'), patient).toBe('NotInstalled');

    await cluster().serve(Route);
    await expect.poll(() => readStatus('a'), patient).toBe('a.example');
    await expect.poll(() => readStatus('b'), patient).toBe('b.example');
    // An edit that the controller reverts and a deletion, which both show that it watches the kind.
    await client.resource(Route).mergePatch({ namespace, name: 'a' }, { spec: { host: 'other.example' } });
    await expect.poll(async () => (await findRoute('a'))?.spec.host, patient).toBe('a.example');
    await client.resource(Site).mergePatch({ namespace, name: 'b' }, { spec: { host: '' } });
    await expect.poll(() => findRoute('b'), patient).toBeUndefined();

    const crds = client.resource(CustomResourceDefinition);
    await crds.delete(Route.crd.metadata, { propagation: 'Background' });
    await expect.poll(() => readStatus('a'), patient).toBe('NotInstalled');

    await expect.poll(() => crds.tryGet(Route.crd.metadata), patient).toBeUndefined();
    await cluster().serve(Route);
    await expect.poll(async () => (await findRoute('a'))?.spec.host, patient).toBe('a.example');

    await expect.poll(async () => omitFallbacks(await user.readUsed()), patient).toEqual(omitFallbacks(user.granted));
    expect(await user.readForbidden()).toEqual([]);
    // For half a minute, the API server may not know the new kind Site as an owner.
    const isOfNewOwner = ({ detail }: LogFields): boolean => String(detail).includes('cannot find RESTMapping');
    const serious = logger.records.filter(({ level }) => level === 'error' || level === 'warn');
    expect(serious.filter(({ fields }) => !isOfNewOwner(fields))).toEqual([]);
  });

  it('is written only as a dry run by a process in dry run', async () => {
    const Later = defineApi({ ...Route, group: createGroupName('optional-dry-run'), spec: t.object({}) });
    const dry = defineController(Site, {
      owns: { routes: owns(Later, { optional: true }) },
      async reconcile({ metadata: { name } }, { routes, log }) {
        log.info(routes === undefined ? 'without routes' : 'with routes');
        await routes?.apply({ metadata: { name }, spec: {} });
        return awaitChange;
      },
    });
    const logger = createRecordingLogger();
    const listMessages = () => logger.records.map(({ message }) => message);
    await using _run = await cluster().run(dry, { dryRun: true, logger });
    await cluster().create(Site, 'dry', { spec: { host: 'dry.example' } });
    await expect.poll(listMessages, patient).toContain('without routes');
    expect(listMessages()).not.toContain('with routes');

    await cluster().serve(Later);
    await expect.poll(listMessages, patient).toContain('would create a child');
    const { client, namespace } = cluster();
    expect((await client.resource(Later).list({ namespace })).items).toEqual([]);
  });
});
