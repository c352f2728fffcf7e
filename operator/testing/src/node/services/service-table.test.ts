import { expect, test } from 'vitest';

import type { EndpointSlice, Service } from '@kubewright/runtime/kinds';
import { podOf } from '../../../fixtures/pod-fixture.ts';
import { ServiceTable } from './service-table.ts';

const named = (name: string, labels = {}): Service['metadata'] => ({ ...podOf().metadata, name, labels });

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: named('web'),
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

function slice(service: string, ports: Of<'ports'>, endpoints: Of<'endpoints'>): EndpointSlice {
  const metadata = named(`${service}-x`, { 'kubernetes.io/service-name': service });
  return { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, addressType: 'IPv4', ports, endpoints };
}
const http = [{ name: 'http', port: 8080 }];

test('a node port has the ready endpoints of all slices of its Service', () => {
  const table = new ServiceTable(
    [service],
    [
      slice('web', http, [{ addresses: ['10.1.0.2'] }, { addresses: ['10.1.0.3'], conditions: { ready: false } }]),
      slice('web', http, [{ addresses: ['10.1.0.4'], conditions: { ready: true } }]),
      slice('other', http, [{ addresses: ['10.1.0.9'] }]),
    ],
  );
  const endpoints = [
    { ip: '10.1.0.2', port: 8080 },
    { ip: '10.1.0.4', port: 8080 },
  ];
  expect([...table.nodePorts()]).toEqual([[30080, { name: 'default/web:80', endpoints }]]);
  expect(table.clusterPort('10.96.0.5', 80)).toEqual({ name: 'default/web:80', endpoints });
  expect(table.namedPort('default', 'web', 80)).toEqual({ name: 'default/web:80', endpoints });
});

test('a node port without endpoints is listed, too', () => {
  const table = new ServiceTable([service], [slice('web', null, null)]);
  expect(table.nodePorts().get(30080)).toEqual({ name: 'default/web:80', endpoints: [] });
  expect(table.clusterPort('10.96.0.5', 81)).toEqual({ name: 'default/web:81', endpoints: [] });
});

test('a ClusterIP, name or port that no Service has is not found', () => {
  const table = new ServiceTable([service], []);
  expect(table.clusterPort('10.96.0.5', 82)).toBeUndefined();
  expect(table.clusterPort('10.96.0.6', 80)).toBeUndefined();
  expect(table.namedPort('default', 'web', 82)).toBeUndefined();
  expect(table.namedPort('other', 'web', 80)).toBeUndefined();
});

test('a Service port without a name is served by the slice port without a name', () => {
  const unnamed = { ...service, spec: { ports: [{ port: 80, nodePort: 30080 }] } };
  const table = new ServiceTable([unnamed], [slice('web', [{ name: '', port: 1 }], [{ addresses: ['10.1.0.2'] }])]);
  expect(table.nodePorts().get(30080)?.endpoints).toEqual([{ ip: '10.1.0.2', port: 1 }]);
});
