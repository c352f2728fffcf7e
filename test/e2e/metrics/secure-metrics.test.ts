import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Client } from '../../../operator/runtime/src/client/index.ts';
import {
  ClusterRoleBinding,
  Namespace,
  type Pod,
  Secret,
  ServiceAccount,
} from '../../../operator/runtime/src/kinds/index.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { createAuthority } from '../../../operator/runtime/src/certificates/authority.ts';
import type { Scope, ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { onlyMemcached } from '../memcached/caches.ts';
import { createLeftovers, exerciseController } from '../permissions/exercise-permissions.ts';
import { useScope } from '../support/use-scope.ts';
import { scrape } from './scrape.ts';

// Without WatchList, so that the operator also uses `list`: test/e2e/audit/permissions.test.ts expects that it uses
// each of its permissions.
const secure: ScopeOptions = {
  ...onlyMemcached,
  replicas: 2,
  settings: { watchList: false },
  metrics: { secure: true },
};

/**
 * Creates a ServiceAccount in the namespace of the scope.
 * @param role a ClusterRole to bind it to
 * @returns a token of the ServiceAccount
 */
async function createClientAccount({ client, namespace }: Scope, name: string, role?: string): Promise<string> {
  await client
    .resource(ServiceAccount)
    .create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name } });
  if (role !== undefined) await bind(client, { namespace, name }, role);
  const { body } = await client.transport.call({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
  });
  return (body as { status: { token: string } }).status.token;
}

const bindings: (() => Promise<unknown>)[] = [];

async function bind(client: Client, subject: { namespace: string; name: string }, role: string): Promise<void> {
  const name = `${subject.namespace}-${subject.name}`;
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', ...subject }],
  };
  await client.resource(ClusterRoleBinding).create(binding);
  bindings.push(() => client.resource(ClusterRoleBinding).delete({ name }, { propagation: 'Background' }));
}

async function awaitOnePod({ operator }: Scope): Promise<Pod> {
  const [pod] = await operator.pods();
  if (pod === undefined) throw new Error('the operator has no Pod');
  return pod;
}

describe('an operator with secure metrics', () => {
  const scope = useScope({ ...secure, before: (place) => createLeftovers(place, 'memcached') });
  let pod: Pod;
  let reader = '';

  beforeAll(async () => {
    pod = await awaitOnePod(scope());
    reader = await createClientAccount(scope(), 'prometheus', 'kubewright-metrics-reader');
  });

  afterAll(async () => {
    for (const unbind of bindings.splice(0)) await unbind();
  });

  it('MC-T10 serves metrics to an account that is bound to the role of readers', async () => {
    await until('the binding takes effect', async () => (await scrape(pod, { token: reader })).status === 200);
    expect((await scrape(pod, { token: reader })).body).toContain('# TYPE controller_runtime_reconcile_total counter');
  });

  it('MC-T10 answers 401 without a token and with an unknown one, and 403 to an account that may not read', async () => {
    const unbound = await createClientAccount(scope(), 'unbound');
    expect(await scrape(pod)).toMatchObject({ status: 401 });
    expect(await scrape(pod, { token: `${reader}x` })).toMatchObject({ status: 401 });
    const rejected = await scrape(pod, { token: unbound });
    expect(rejected.status).toBe(403);
    expect(rejected.body).toContain(`system:serviceaccount:${scope().namespace}:unbound is not allowed to read this`);
  });

  it('MC-T10 requires TLS', async () => {
    await expect(scrape(pod, { token: reader, plain: true })).rejects.toThrow();
  });

  it('reconciles with its permissions, and uses all of them', { timeout: 120_000 }, async () => {
    await exerciseController(scope(), 'memcached');
  });
});

describe('an operator that has a certificate for its metrics', () => {
  const secret = 'metrics-tls';
  const serverName = ({ operator }: Scope): string => `kubewright-metrics.${operator.namespace}.svc`;
  let ca = '';
  const scope = useScope({
    ...secure,
    replicas: 1,
    metrics: { secure: true, certificateSecret: secret },
    async before({ client, namespace: served }) {
      const namespace = `${served}-operator`;
      const authority = await createAuthority('test', { clock: systemClock, validDays: 1 });
      ca = authority.certificate;
      const value = `kubewright-metrics.${namespace}.svc`;
      const leaf = await authority.issue({ commonName: value, usages: ['server'], hosts: [{ type: 'dns', value }] });
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      await client.resource(Secret).create({
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'kubernetes.io/tls',
        metadata: { namespace, name: secret },
        data: {
          'tls.crt': encodeBase64(leaf.certificate),
          'tls.key': encodeBase64(leaf.key),
          'ca.crt': encodeBase64(ca),
        },
      });
    },
  });

  it('serves that certificate to clients that check it', async () => {
    const pod = await awaitOnePod(scope());
    expect(await scrape(pod, { verify: { ca, serverName: serverName(scope()) } })).toMatchObject({ status: 401 });
    await expect(scrape(pod, { verify: { ca, serverName: 'another.svc' } })).rejects.toThrow('altnames');
  });
});

function encodeBase64(value: string): string {
  return Buffer.from(value).toString('base64');
}
