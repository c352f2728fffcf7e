import { describe, expect, it } from 'vitest';

import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { awaitChange, type Deployment, type Desired, type KubeObject, type Service } from '../../index.ts';
import { someObject } from '../../testing/some-object.ts';
import { reconcile } from './reconcile.ts';

type Handles = Parameters<typeof reconcile>[1];

interface World {
  /** The port of the Service that there is, and the one that it gets. */
  readonly nodePort?: { readonly before?: number; readonly after?: number };
  /** Why the cluster does not take the Service. */
  readonly refusal?: Error;
}

const server: WebServer = {
  apiVersion: 'my.domain/v1',
  kind: 'WebServer',
  metadata: someObject({ name: 'home' }).metadata,
  spec: { image: 'nginx:1.27', replicas: 2, nodePort: 30_010 },
};
const deployment: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: someObject({ name: 'home', generation: 1 }).metadata,
  spec: { selector: {}, template: { metadata: {}, spec: { containers: [] } } },
  status: { observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 },
};

function service(nodePort: number): Service {
  const { metadata } = someObject({ name: 'home-service' });
  return { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 80, nodePort }] } };
}

/** Runs one reconcile, and goes on where it is refused; tells what was done, in order. */
async function run({ nodePort: { before, after = 30_010 } = {}, refusal }: World = {}) {
  const calls: string[] = [];
  let stated: Parameters<Handles['status']['set']>[0] | undefined;
  const handle = <T extends KubeObject>(kind: string, apply: () => Promise<T>) => ({
    get: (): T | undefined => undefined,
    list: () => [],
    listAll: () => [],
    getLive: () => Promise.reject(new Error('not used')),
    apply: (desired: Desired<T>) => {
      calls.push(`apply ${kind} ${desired.metadata.name}`);
      return apply();
    },
    keep: () => Promise.reject(new Error('not used')),
  });
  const handles: Handles = {
    deployments: handle('Deployment', () => Promise.resolve(deployment)),
    services: {
      ...handle('Service', () => (refusal === undefined ? Promise.resolve(service(after)) : Promise.reject(refusal))),
      get: (name) => (before === undefined || name !== 'home-service' ? undefined : service(before)),
    },
    status: { set: (status) => void (stated = status), save: () => Promise.reject(new Error('not used')) },
  };
  const action = await reconcile(server, handles).catch((error: unknown) => {
    if (error !== refusal) throw error;
  });
  return { action, calls, stated };
}

describe('a reconcile', () => {
  it('makes the Deployment, then the Service, and waits for a change', async () => {
    const { action, calls, stated } = await run();
    expect(calls).toEqual(['apply Deployment home', 'apply Service home-service']);
    expect(stated).toMatchObject({ readyReplicas: 2, nodePort: 30_010 });
    expect(action).toBe(awaitChange);
  });

  it('states the port that the Service has got, not the one that it had', async () => {
    expect((await run({ nodePort: { before: 30_001, after: 30_002 } })).stated).toMatchObject({ nodePort: 30_002 });
  });
});

describe('a Service that the cluster refuses', () => {
  const refusal = new Error('provided port is already allocated');

  it('hides neither how the Pods are nor the port that still works', async () => {
    const { calls, stated } = await run({ nodePort: { before: 30_001 }, refusal });
    expect(calls).toEqual(['apply Deployment home', 'apply Service home-service']);
    expect(stated).toMatchObject({ readyReplicas: 2, nodePort: 30_001 });
    expect(stated?.conditions).toContainEqual(expect.objectContaining({ type: 'Available', status: 'True' }));
  });

  it('that is not there has no port', async () => {
    expect((await run({ refusal })).stated).not.toHaveProperty('nodePort');
  });
});
