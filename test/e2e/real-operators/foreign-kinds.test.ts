import { describe, expect, inject, it } from 'vitest';

import { createGroupName, useCluster } from '../../../operator/runtime/fixtures/cluster-fixture.ts';
import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  Deployment,
  Event,
  type Kind,
  notReady,
  owns,
  type ResourceOf,
  t,
} from '../../../operator/runtime/src/index.ts';
import { createUserWithOwnRules, omitFallbacks } from './own-rules.ts';

/** The CRD that another operator installs. */
const Installed = defineApi({
  ...{ group: createGroupName('gateways'), version: 'v1', kind: 'Gateway' },
  spec: t.object({ port: t.integer() }),
  status: t.object({ address: t.string(), conditions: t.conditions() }),
});
const { group, version, kind, plural, namespaced } = Installed;
const Gateway: Kind<ResourceOf<typeof Installed>> = { group, version, kind, plural, namespaced };

const gateways = defineController(Gateway, {
  ownsStatus: true,
  reconcile({ spec }, { status }) {
    if (spec.port === 0) throw notReady('NoPort', 'Set a port.', { retry: false });
    const accepted = { type: 'Accepted', status: 'True', reason: 'Accepted', message: 'Accepted.' } as const;
    status.set({ address: `10.0.0.1:${String(spec.port)}`, conditions: [accepted] });
    return Promise.resolve(awaitChange);
  },
});

const notes = defineController(Deployment, {
  name: 'notes',
  owns: { maps: owns(ConfigMap) },
  finalizer: { name: 'example.com/notes', cleanUp: () => Promise.resolve() },
  async reconcile({ metadata: { name } }, { maps, events }) {
    await maps.apply({ metadata: { name: `${name}-note` }, data: { of: name } });
    events.normal('Noted', 'The Deployment has a note.');
    return awaitChange;
  },
});

const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Installed);

const place = () => ({
  ...{ client: cluster().client, namespace: cluster().namespace },
  ...{ kubeconfigPath: inject('kubeconfigPath'), auditLogPath: inject('auditLogPath') },
});

const listReasons = async (uid: string) =>
  (
    await cluster()
      .client.resource(Event)
      .list({ fieldSelector: `regarding.uid=${uid}` })
  ).items.map(({ reason }) => reason);

describe('a controller of a kind that is not ours', () => {
  it('writes exactly the status that it sets, reports errors in events, and uses exactly its permissions', async () => {
    const { client, namespace } = cluster();
    await using user = await createUserWithOwnRules(gateways, place());
    await using run = await cluster().run(gateways, { client: user.client });
    const key = { namespace, name: 'front' };
    const { metadata } = await cluster().create(Gateway, 'front', { spec: { port: 80 } });
    const readStatus = async () => (await client.resource(Gateway).get(key)).status;
    await expect.poll(readStatus, patient).toBeDefined();
    const status = await readStatus();
    expect(status).toEqual({
      address: '10.0.0.1:80',
      conditions: [
        {
          ...{ type: 'Accepted', status: 'True', reason: 'Accepted', message: 'Accepted.' },
          lastTransitionTime: expect.any(String) as string,
        },
      ],
    });
    await client.resource(Gateway).mergePatch(key, { spec: { port: 0 } });
    await expect.poll(() => listReasons(metadata.uid), patient).toEqual(['NoPort']);
    expect(await readStatus()).toEqual(status);
    await expect.poll(() => run.idle, patient).toBe(true);
    expect(run.writes).toHaveLength(1);
    await expect.poll(async () => omitFallbacks(await user.readUsed()), patient).toEqual(omitFallbacks(user.granted));
    expect(await user.readForbidden()).toEqual([]);
  });

  it('owns objects, emits events and cleans up, and leaves the status alone', async () => {
    const { client, namespace } = cluster();
    await using user = await createUserWithOwnRules(notes, place());
    await using run = await cluster().run(notes, { client: user.client });
    const key = { namespace, name: 'web' };
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'example.com/web' }] },
    };
    const spec = { selector: { matchLabels: { app: 'web' } }, template };
    const { metadata } = await cluster().create(Deployment, 'web', { spec });
    const note = { namespace, name: 'web-note' };
    await expect.poll(() => client.resource(ConfigMap).tryGet(note), patient).toMatchObject({ data: { of: 'web' } });
    await client.resource(ConfigMap).mergePatch(note, { data: { of: 'nothing' } });
    await expect.poll(() => client.resource(ConfigMap).tryGet(note), patient).toMatchObject({ data: { of: 'web' } });
    await expect.poll(() => listReasons(metadata.uid), patient).toContain('Noted');
    expect(run.writes.filter((write) => write.includes('/status'))).toEqual([]);
    await client.resource(Deployment).delete(key, { propagation: 'Background' });
    await expect.poll(() => client.resource(Deployment).tryGet(key), patient).toBeUndefined();
    await expect.poll(async () => omitFallbacks(await user.readUsed()), patient).toEqual(omitFallbacks(user.granted));
    expect(await user.readForbidden()).toEqual([]);
  });
});
