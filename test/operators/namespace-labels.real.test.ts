import { Namespace } from '@kubewright/runtime/kinds';
import { expect, it } from 'vitest';

import { useCluster } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { createUser, expectExactPermissions, patient } from './exact-permissions.ts';
import { labeller } from './namespace-labels.ts';

const cluster = useCluster();

it('labels a Namespace once, repairs drift, and uses exactly its permissions', async () => {
  const { client, namespace } = cluster();
  await using user = await createUser(labeller, cluster(), { everywhere: true });
  await using run = await cluster().run(labeller, { client: user.client });
  const name = `team-red-${namespace}`;
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const getTeam = async () => (await client.resource(Namespace).get({ name })).metadata.labels?.['example.com/team'];
  const setTeam = (team: string | null) =>
    client.resource(Namespace).mergePatch({ name }, { metadata: { labels: { 'example.com/team': team } } });
  await expect.poll(getTeam, patient).toBe('red');
  await expect.poll(() => run.idle, patient).toBe(true);
  expect(run.writes).toHaveLength(1);
  await setTeam('blue');
  // The label now has another field manager.
  await expect.poll(() => run.writes.length, patient).toBeGreaterThan(1);
  expect(await getTeam()).toBe('blue');
  await setTeam(null);
  await expect.poll(getTeam, patient).toBe('red');
  await expectExactPermissions(user);
});
