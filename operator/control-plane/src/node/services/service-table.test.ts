import { expect, test } from 'vitest';

import type { EndpointSlice, Service } from '@kubewright/runtime/kinds';
import { buildPod } from '../../../fixtures/pod-fixture.ts';
import { ServiceTable } from './service-table.ts';

const buildMeta = (name: string, labels = {}): Service['metadata'] => ({ ...buildPod().metadata, name, labels });

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: buildMeta('web'),
  spec: {
    clusterIP: '10.96.0.5',
    ports: [
      { name: 'http', port: 80, nodePort: 30080 },
      { name: 'admin', port: 81 },
      { name: 'dns', port: 53, nodePort: 30053, protocol: 'UDP' },
    ],
  },
};

type Of<Key extends 'ports' | 'endpoints'> = Exclude<EndpointSlice[Key], undefined>;

function buildSlice(service: string, ports: Of<'ports'>, endpoints: Of<'endpoints'>): EndpointSlice {
  const metadata = buildMeta(`${service}-x`, { 'kubernetes.io/service-name': service });
  return { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, addressType: 'IPv4', ports, endpoints };
}
const http = [{ name: 'http', port: 8080 }];

test('a node port has the ready endpoints of all slices of its Service', () => {
  const table = new ServiceTable(
    [service],
    [
      buildSlice('web', http, [{ addresses: ['10.1.0.2'] }, { addresses: ['10.1.0.3'], conditions: { ready: false } }]),
      buildSlice('web', http, [{ addresses: ['10.1.0.4'], conditions: { ready: true } }]),
      buildSlice('other', http, [{ addresses: ['10.1.0.9'] }]),
    ],
  );
  const endpoints = [
    { ip: '10.1.0.2', port: 8080 },
    { ip: '10.1.0.4', port: 8080 },
  ];
  expect([...table.listNodePorts()]).toEqual([[30080, { name: 'default/web:80', endpoints }]]);
  expect(table.findClusterPort('10.96.0.5', 80)).toEqual({ name: 'default/web:80', endpoints });
  expect(table.findNamedPort('default', 'web', 80)).toEqual({ name: 'default/web:80', endpoints });
});

test('a node port without endpoints is also listed', () => {
  const table = new ServiceTable([service], [buildSlice('web', null, null)]);
  expect(table.listNodePorts().get(30080)).toEqual({ name: 'default/web:80', endpoints: [] });
  expect(table.findClusterPort('10.96.0.5', 81)).toEqual({ name: 'default/web:81', endpoints: [] });
});

test('an unknown ClusterIP, name or port is not found', () => {
  const table = new ServiceTable([service], []);
  expect(table.findClusterPort('10.96.0.5', 82)).toBeUndefined();
  expect(table.findClusterPort('10.96.0.6', 80)).toBeUndefined();
  expect(table.findNamedPort('default', 'web', 82)).toBeUndefined();
  expect(table.findNamedPort('other', 'web', 80)).toBeUndefined();
});

test('the unnamed slice port serves an unnamed Service port', () => {
  const unnamed = { ...service, spec: { ports: [{ port: 80, nodePort: 30080 }] } };
  const table = new ServiceTable(
    [unnamed],
    [buildSlice('web', [{ name: '', port: 1 }], [{ addresses: ['10.1.0.2'] }])],
  );
  expect(table.listNodePorts().get(30080)?.endpoints).toEqual([{ ip: '10.1.0.2', port: 1 }]);
});
