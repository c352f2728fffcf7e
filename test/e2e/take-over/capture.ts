/**
 * `node test/e2e/take-over/capture.ts <folder>`: runs the operator of this checkout, and writes the objects that it
 * leaves in a cluster to a file per custom resource, with `managedFields`, owners first. The take-over tests restore
 * them for a later operator. Run it after `npm run build` in a checkout of the version to capture.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeYaml } from '@kubewright/declaration';

import { WebServer } from '../../../operator/src/kubewright.ts';
import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Namespace, ReplicaSet, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { applyReady, awaitReady } from '../../support/conditions.ts';
import { installOperator } from '../../support/install-operator.ts';
import { applyManifests, readManifests } from '../../support/manifests.ts';
import { startTestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { buildWebServer } from '../../support/web-server.ts';

const namespace = 'shop';
const image = 'example.com/web:1';

/** The WebServers as they are applied, and how each is changed afterwards. */
const servers: readonly (readonly [name: string, spec: Record<string, unknown>, change?: object])[] = [
  ['plain', { image }],
  ['with-port', { image, replicas: 2, nodePort: 30_010 }],
  ['scaled', { image }, { replicas: 3 }],
  ['rolled-out', { image, replicas: 2 }, { image: 'example.com/web:2' }],
  ['none', { image, replicas: 0, foo: 'bar' }],
];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('pass the output folder as argument');

await using own = await startTestCluster();
const { client, cluster } = own;
await applyManifests(client, readManifests('embedded', 'crds'));
await cluster.controlPlane.restart('kube-controller-manager');
await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
await using _operator = await installOperator({ client, namespace: 'kubewright-system' });
await mkdir(folder, { recursive: true });

for (const [name, spec, change] of servers) {
  await applyReady(client, buildWebServer(namespace, name, spec));
  if (change !== undefined) await client.resource(WebServer).mergePatch({ namespace, name }, { spec: change });
  await awaitReady(client.resource(WebServer), { namespace, name });
  await until(`the roll-out of ${name} is complete`, async () => {
    const { status } = await client.resource(Deployment).get({ namespace, name });
    return status?.conditions?.some(({ reason }) => reason === 'NewReplicaSetAvailable') === true;
  });
  const objects = (await Promise.all([WebServer, Deployment, ReplicaSet, Service].map(listAll))).flat();
  const left = objects.filter(({ metadata }) => metadata.name === name || metadata.name.startsWith(`${name}-`));
  await writeFile(path.join(folder, `${name}.yaml`), writeYaml(...left));
}

async function listAll(kind: Kind): Promise<readonly KubeObject[]> {
  return (await client.resource(kind).list({ namespace })).items;
}
