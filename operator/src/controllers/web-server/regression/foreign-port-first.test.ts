import { expect, it } from 'vitest';

import type { Deployment, Service } from '@kubewright/runtime';
import type { WebServer } from '../../../apis/my.domain/v1/web-server.ts';
import { statusFor } from '../status.ts';

const metadata = {
  name: 'web',
  namespace: 'default',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
};

it('the node port is that of port 80, even if somebody has added a port before it', () => {
  const server: WebServer = {
    apiVersion: 'my.domain/v1',
    kind: 'WebServer',
    metadata,
    spec: { image: 'i', replicas: 1 },
  };
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: {} } as unknown as Deployment;
  const ports = [
    { name: 'metrics', port: 9090, nodePort: 31_000 },
    { name: 'http', port: 80, nodePort: 30_010 },
  ];
  const service: Service = { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports } };
  expect(statusFor(server, deployment, service).nodePort).toBe(30_010);
});
