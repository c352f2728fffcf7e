import { Testing } from 'cdk8s';
import { beforeAll, describe, expect, it } from 'vitest';

import { OperatorChart } from '@kubewright/infra';

import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { readPrometheusCrds } from '../../support/prometheus-operator.ts';
import { startTestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';

const monitoring = { group: 'monitoring.coreos.com', version: 'v1', namespaced: true };
const serviceMonitor: Kind = { ...monitoring, kind: 'ServiceMonitor', plural: 'servicemonitors' };
const kinds: readonly Kind[] = [{ ...monitoring, kind: 'PrometheusRule', plural: 'prometheusrules' }, serviceMonitor];
const names: Readonly<Record<string, readonly string[]>> = {
  PrometheusRule: ['kubewright-alerts', 'kubewright-memcached'],
  ServiceMonitor: ['kubewright'],
};

describe('a monitored operator', () => {
  let client: Client;
  const namespace = 'watched';
  const monitored = { runbooks: 'https://runbooks.example.com' };
  const environment = { name: 'watched', namespace, metrics: { plain: true }, monitoring: monitored };
  const chart = new OperatorChart(Testing.app(), 'operator', { environment });
  const manifests = Testing.synth(chart) as readonly (Manifest & { readonly spec: object })[];

  beforeAll(async () => {
    const own = await startTestCluster();
    ({ client } = own);
    await applyManifests(client, await readPrometheusCrds(kinds.map(({ plural }) => plural)));
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    return () => own[Symbol.asyncDispose]();
  });

  it.each(kinds)(
    'MC-T10 MC-T13 has a $kind with only fields that the CRD of the Prometheus Operator knows',
    async (kind) => {
      const found = manifests.filter((manifest) => manifest.kind === kind.kind);
      expect(found.map(({ metadata }) => metadata.name)).toEqual(names[kind.kind]);
      // A server-side apply, which rejects unknown fields.
      const apply = (manifest: Manifest): Promise<{ readonly object: KubeObject }> =>
        client.resource(kind).apply(manifest, { fieldManager: 'test', force: true });
      for (const each of found) {
        const { object } = await until('the kind is served', () => apply(each));
        expect(object).toMatchObject({ metadata: { namespace }, spec: each.spec });
        await expect(apply({ ...each, ...{ spec: { ...each.spec, unheard: 'of' } } })).rejects.toThrow('unheard');
      }
    },
  );

  it.each([{ secure: true }, { secure: true, certificateSecret: 'metrics-tls' }])(
    'MC-T10 has a ServiceMonitor for metrics with %j, with only fields that its CRD knows',
    async (metrics) => {
      const secured = new OperatorChart(Testing.app(), 'operator', { environment: { ...environment, metrics } });
      const [found] = (Testing.synth(secured) as readonly Manifest[]).filter(({ kind }) => kind === 'ServiceMonitor');
      if (found === undefined) throw new Error('the manifests lack a ServiceMonitor');
      const { object } = await until('the kind is served', () =>
        client.resource(serviceMonitor).apply(found, { fieldManager: 'test', force: true }),
      );
      const { spec } = object as KubeObject & { spec: { endpoints: readonly object[] } };
      expect(spec.endpoints).toMatchObject([{ scheme: 'https', tlsConfig: {} }]);
    },
  );
});
