import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { useCluster } from '../../../fixtures/cluster-fixture.ts';
import { systemClock } from '../../base/index.ts';
import { ServiceAccount } from '../../kinds/index.ts';
import { type Client, connect } from '../index.ts';

const cluster = useCluster();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exec-plugin-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function post(client: Client, path: string, body: object): Promise<{ readonly status: object }> {
  const answer = await client.transport.call({ method: 'POST', path, body });
  expect(answer.status).toBe(201);
  return answer.body as { readonly status: object };
}

it('the API server identifies the user of an exec plug-in’s token', async () => {
  const { client, namespace } = cluster();
  await cluster().create(ServiceAccount, 'visitor');
  const token = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { audiences: [] } };
  const issued = await post(client, `/api/v1/namespaces/${namespace}/serviceaccounts/visitor/token`, token);

  const apiVersion = 'client.authentication.k8s.io/v1';
  const credential = JSON.stringify({ apiVersion, kind: 'ExecCredential', status: issued.status });
  // The kubeconfig of the test cluster is JSON.
  const admin = JSON.parse(await readFile(inject('kubeconfigPath'), 'utf8')) as {
    readonly users: readonly { readonly name: string }[];
  };
  const users = admin.users.map(({ name }) => ({
    name,
    user: { exec: { apiVersion, command: 'echo', args: [credential] } },
  }));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, JSON.stringify({ ...admin, users }), { mode: 0o600 });

  const connection = await connect({ kubeconfig, clock: systemClock });
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const { status } = await post(connection.client, '/apis/authentication.k8s.io/v1/selfsubjectreviews', review);
  expect(status).toMatchObject({ userInfo: { username: `system:serviceaccount:${namespace}:visitor` } });
  await connection.client.transport.close();
});
