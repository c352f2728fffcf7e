import { describe, expect, it } from 'vitest';

import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import type { Deployment, Service } from '@kubewright/runtime';
import { someObject, someResource } from '../../../runtime/fixtures/some-object.ts';
import { buildWebServerStatus } from './status.ts';

function buildServer(replicas = 3): WebServer {
  const { metadata } = someResource({ name: 'home' });
  return { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata, spec: { image: 'nginx:1.27', replicas } };
}

function buildDeployment(status: Deployment['status']): Deployment {
  const { metadata } = someObject({ name: 'home', generation: 2 });
  const template = { metadata: {}, spec: { containers: [] } };
  const spec = { selector: {}, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, ...(status !== undefined && { status }) };
}

function buildService(nodePort?: number): Service {
  const { metadata } = someObject({ name: 'home-service' });
  const spec = { ports: [{ port: 80, ...(nodePort !== undefined && { nodePort }) }] };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

/** The message of each condition, by `Type=status reason`. */
function formatConditions(wanted: number, status: Deployment['status']): Record<string, string> {
  const stated = buildWebServerStatus(buildServer(wanted), buildDeployment(status)).conditions ?? [];
  return Object.fromEntries(
    stated.map(({ type, ...rest }) => [type, `${rest.status} ${rest.reason}: ${rest.message}`]),
  );
}

const complete = { observedGeneration: 2, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };

describe('the conditions', () => {
  it('are those of the roll-out to the replicas of the spec', () => {
    expect(formatConditions(3, complete)).toEqual({
      Available: 'True AllAvailable: Deployment default/home has 3 of 3 replicas available.',
      Progressing:
        'False Complete: Deployment default/home has successfully progressed: 3 of 3 updated, 3 of 3 available.',
      Ready: 'True Ready: Deployment default/home has successfully progressed: 3 of 3 updated, 3 of 3 available.',
    });
    expect(formatConditions(4, complete)['Ready']).toBe(
      'False RollingOut: Deployment default/home is progressing: 3 of 4 updated, 3 of 4 available.',
    );
  });
});

describe('a terminating Service', () => {
  it('makes Ready False, even if all Pods are available', () => {
    const terminating = {
      ...buildService(30080),
      metadata: { ...buildService().metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    };
    const stated = buildWebServerStatus(buildServer(), buildDeployment(complete), terminating);
    expect(stated.nodePort).toBe(30080);
    expect(stated.conditions?.find(({ type }) => type === 'Ready')).toEqual({
      ...{ type: 'Ready', status: 'False', reason: 'Replacing' },
      message: 'Service default/home-service is terminating; a new one is created once it no longer exists.',
    });
  });
});

describe('the numbers', () => {
  it('are those of the Deployment', () => {
    const some = { observedGeneration: 2, replicas: 4, updatedReplicas: 3, readyReplicas: 2, availableReplicas: 1 };
    expect(buildWebServerStatus(buildServer(), buildDeployment(some), buildService())).toMatchObject({
      replicas: 4,
      readyReplicas: 2,
    });
  });

  it('are 0 while the Deployment has no status', () => {
    expect(buildWebServerStatus(buildServer(), buildDeployment(undefined))).toMatchObject({
      replicas: 0,
      readyReplicas: 0,
    });
  });

  it('include the selector by which autoscalers count Pods', () => {
    expect(buildWebServerStatus(buildServer(), buildDeployment(complete)).selector).toBe(
      'app=webserver,webserver_cr=home',
    );
  });
});

describe('the node port', () => {
  it('is that of the Service, regardless of the spec', () => {
    const asked = { ...buildServer(), spec: { ...buildServer().spec, nodePort: 30081 } };
    expect(buildWebServerStatus(asked, buildDeployment(complete), buildService(30080)).nodePort).toBe(30080);
  });

  it('is absent without a Service, or if the Service has none', () => {
    expect(buildWebServerStatus(buildServer(), buildDeployment(complete))).not.toHaveProperty('nodePort');
    expect(buildWebServerStatus(buildServer(), buildDeployment(complete), buildService())).not.toHaveProperty(
      'nodePort',
    );
  });

  it('is that of port 80, even if somebody has added a port before it', () => {
    const ports = [
      { name: 'metrics', port: 9090, nodePort: 31_000 },
      { name: 'http', port: 80, nodePort: 30_010 },
    ];
    expect(
      buildWebServerStatus(buildServer(), buildDeployment(complete), { ...buildService(), spec: { ports } }).nodePort,
    ).toBe(30_010);
  });
});
