import { beforeAll, expect, it } from 'vitest';

import { buildPath } from '../../../operator/runtime/src/client/index.ts';
import { Deployment, Secret } from '../../../operator/runtime/src/kinds/index.ts';
import { Gate } from '../../support/gate/gate.ts';
import { buildGate } from '../../support/gate/installed-gates.ts';
import { DryRunLoad, createDryRunSender } from '../../support/dry-run-load.ts';
import { until } from '../../support/until.ts';
import { listCaBundles, untilTrusted } from './configurations.ts';
import { type InstalledGates, webhookName } from './installed.ts';
import { listServedFingerprints } from './served-certificate.ts';

/** Tests the certificates that replicas share, and damage to their Secret. */
export function testCertificates(gates: () => InstalledGates): void {
  const key = (): { namespace: string; name: string } => ({ namespace: gates().operator.namespace, name: webhookName });
  const getSecretData = async (): Promise<Secret['data']> => (await gates().secret()).data;
  const emptySecret = (): object => {
    const found = gates().operator.manifests.find(({ kind }) => kind === 'Secret');
    if (found === undefined) throw new Error('the manifests lack a Secret');
    return found;
  };

  function load(): DryRunLoad {
    const { client, namespace } = gates();
    return new DryRunLoad(
      createDryRunSender(client, buildPath(Gate, { namespace }), (index) =>
        buildGate(namespace, `tried-${String(index)}`),
      ),
      { workers: 4 },
    );
  }

  beforeAll(async () => {
    await untilTrusted(gates());
  });

  it('are in a Secret that is created empty, and survive another apply of it', async () => {
    expect(emptySecret()).not.toHaveProperty('data');
    const before = await getSecretData();
    expect(Object.keys(before ?? {})).toEqual(['certificates.json']);
    for (const flags of [[], ['--server-side', '--force-conflicts']]) {
      expect((await gates().kubectl(['apply', ...flags, '-f', '-'], emptySecret())).ok).toBe(true);
      expect(await getSecretData()).toEqual(before);
    }
  });

  it('are the same in both replicas, and caBundle verifies them', async () => {
    const [mutating, validating] = await listCaBundles(gates());
    expect(mutating).toBe(validating);
    const [one, other] = await listServedFingerprints(gates(), mutating ?? '');
    expect(one).toMatch(/^[0-9A-F:]+$/);
    expect(other).toBe(one);
  });

  const harms: readonly { readonly what: string; readonly harm: () => Promise<unknown> }[] = [
    {
      what: 'was emptied',
      harm: () => gates().client.resource(Secret).mergePatch(key(), { data: null }),
    },
    {
      what: 'was replaced by the manifest',
      harm: () => gates().kubectl(['replace', '-f', '-'], emptySecret()),
    },
    {
      what: 'was deleted and created again, empty',
      async harm() {
        await gates().client.resource(Secret).delete(key(), { propagation: 'Background' });
        await gates().kubectl(['create', '-f', '-'], emptySecret());
      },
    },
    {
      what: 'holds rubbish',
      harm: () =>
        gates()
          .client.resource(Secret)
          .mergePatch(key(), { data: { 'certificates.json': Buffer.from('{"authority":{').toString('base64') } }),
    },
    {
      what: 'holds certificates that are none',
      harm: () => {
        const nothing = { certificate: '', key: '', notAfterMs: 4e12 };
        const text = JSON.stringify({ authority: nothing, serving: nothing });
        return gates()
          .client.resource(Secret)
          .mergePatch(key(), { data: { 'certificates.json': Buffer.from(text).toString('base64') } });
      },
    },
  ];

  it.each(harms)('are restored by running replicas if the Secret $what, and no request fails', async ({ harm }) => {
    const before = await getSecretData();
    const caBundles = await listCaBundles(gates());
    await using requests = load();
    await harm();
    await until('the certificates are in the Secret again', async () => {
      expect(await getSecretData()).toEqual(before);
      return true;
    });
    const soFar = requests.succeeded;
    await until('more requests succeed', () => Promise.resolve(requests.succeeded > soFar + 20));
    expect(requests.failures).toEqual({});
    expect(await listCaBundles(gates())).toEqual(caBundles);
  });

  it('get another authority if they are lost while no replica runs, and caBundle follows', async () => {
    const { client, operator } = gates();
    const [before = ''] = await listCaBundles(gates());
    const deployment = { namespace: operator.namespace, name: 'gates' };
    await client.resource(Deployment).mergePatch(deployment, { spec: { replicas: 0 } });
    await until('all operator Pods are deleted', async () => (await operator.pods()).length === 0);
    await client.resource(Secret).mergePatch(key(), { data: null });
    await client.resource(Deployment).mergePatch(deployment, { spec: { replicas: 2 } });
    await untilTrusted(gates());
    const [after = ''] = await listCaBundles(gates());
    expect(after).not.toBe(before);
    await until('both replicas are ready', async () => {
      const { status } = await client.resource(Deployment).get(deployment);
      return status?.readyReplicas === 2;
    });
    const [one, other] = await listServedFingerprints(gates(), after);
    expect(other).toBe(one);
  });
}
