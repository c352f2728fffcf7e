import { describe, expect, it } from 'vitest';

import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import {
  awaitChange,
  OperatorError,
  type Deployment,
  type Desired,
  type KubeObject,
  type Service,
} from '@kubewright/runtime';
import { neverAborted } from '../../../runtime/src/base/index.ts';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import type { Context } from './dependencies.ts';
import { reconcile } from './reconcile.ts';

type Status = Parameters<Context['status']['set']>[0];

interface World {
  /** The port of the Service that there is, and the one that it gets. */
  readonly nodePort?: { readonly before?: number; readonly after?: number };
  /** Why the cluster does not take the Service. */
  readonly refusal?: Error;
  /** Why it does not take one that asks for the port that the status tells of, each time. */
  readonly refusesLastPort?: readonly Error[];
  readonly server?: WebServer;
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

const taken = new OperatorError('API_INVALID', 'apply', { hint: 'provided port is already allocated' });

/** One whose port the cluster has chosen. */
function anyPort(nodePort?: number): WebServer {
  const { image, replicas } = server.spec;
  return { ...server, spec: { image, replicas }, ...(nodePort !== undefined && { status: { nodePort } }) };
}

/** One whose spec asks for port 30010, and whose Service had this one. */
function hadPort(nodePort: number): WebServer {
  return { ...server, status: { nodePort } };
}

/** Runs one reconcile, and goes on where it is refused; tells what was done, in order. */
async function run(world: World = {}) {
  const { nodePort: { before, after = 30_010 } = {}, refusal } = world;
  const refusesLastPort = [...(world.refusesLastPort ?? [])];
  const waits: number[] = [];
  const calls: string[] = [];
  const asked: (number | undefined)[] = [];
  let stated: Status | undefined;
  const handle = <T extends KubeObject>(kind: string, apply: (desired: Desired<T>) => Promise<T>) => ({
    get: (): T | undefined => undefined,
    list: () => [],
    listAll: () => [],
    getLive: () => Promise.reject(new Error('not used')),
    delete: () => Promise.reject(new Error('not declared')),
    apply: (desired: Desired<T>) => {
      calls.push(`apply ${kind} ${desired.metadata.name}`);
      return apply(desired);
    },
    keep: () => Promise.reject(new Error('not used')),
  });
  const handles = {
    deployments: handle('Deployment', () => Promise.resolve(deployment)),
    services: {
      ...handle('Service', (desired: Desired<Service>) => {
        const port = desired.spec?.ports?.[0]?.nodePort ?? undefined;
        asked.push(port);
        const why = port === world.server?.status?.nodePort ? (refusesLastPort.shift() ?? refusal) : refusal;
        return why === undefined ? Promise.resolve(service(after)) : Promise.reject(why);
      }),
      get: (name: string) => (before === undefined || name !== 'home-service' ? undefined : service(before)),
    },
    servers: { by: () => [] },
    status: { set: (status: Status) => void (stated = status), save: () => Promise.reject(new Error('not used')) },
    clock: { sleep: (delayMs: number) => Promise.resolve(void waits.push(delayMs)) },
    signal: neverAborted,
  };
  const action = await reconcile(world.server ?? server, handles as unknown as Context).catch((error: unknown) => {
    if (error !== refusal && (error as Error).cause !== refusal) throw error;
  });
  return { action, calls, asked, waits, stated };
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

describe('a Service that has to be made again', () => {
  it('asks for the port that it had, and keeps it without going on to ask', async () => {
    const { asked, stated } = await run({ server: anyPort(30_001), nodePort: { after: 30_001 } });
    expect(asked).toEqual([30_001, undefined]);
    expect(stated).toMatchObject({ nodePort: 30_001 });
  });

  it('waits until the port is free, which it is a moment after the Service has gone', async () => {
    const world = { server: anyPort(30_001), nodePort: { after: 30_001 }, refusesLastPort: [taken, taken] };
    const { asked, waits } = await run(world);
    expect(asked).toEqual([30_001, 30_001, 30_001, undefined]);
    expect(waits).toEqual([50, 100]);
  });

  it('takes any other where somebody has that port meanwhile', async () => {
    const refusesLastPort = Array<Error>(6).fill(taken);
    const { asked, waits, stated } = await run({
      server: anyPort(30_001),
      nodePort: { after: 30_002 },
      refusesLastPort,
    });
    expect(asked).toEqual([...Array<number>(6).fill(30_001), undefined]);
    expect(waits).toEqual([50, 100, 200, 400, 800]);
    expect(stated).toMatchObject({ nodePort: 30_002 });
  });

  it('is refused in the end where the port of its spec stays taken', async () => {
    const { asked, stated } = await run({ server: hadPort(30_010), refusal: taken });
    expect(asked).toEqual(Array<number>(7).fill(30_010));
    expect(stated).not.toHaveProperty('nodePort');
  });

  it('is not tried twice where it is not the port that is refused', async () => {
    const { asked, waits } = await run({ server: anyPort(30_001), refusal: new Error('exceeded quota') });
    expect({ asked, waits }).toEqual({ asked: [30_001], waits: [] });
  });
});

describe('a port that the spec asks for and the Service had', () => {
  const asksTwice = async (nodePort: World['nodePort']): Promise<void> => {
    const { asked, waits } = await run({
      server: hadPort(30_010),
      refusesLastPort: [taken],
      ...(nodePort && { nodePort }),
    });
    expect(asked).toEqual([30_010, 30_010, 30_010]);
    expect(waits).toEqual([50]);
  };

  it('is waited for in the same way where it has gone with the Service', () => asksTwice(undefined));

  it('is waited for in the same way where somebody has changed it', () => asksTwice({ before: 30_002 }));
});

describe('a port of before', () => {
  it.each<[string, World, number | undefined]>([
    ['there was none', { server: anyPort() }, undefined],
    ['there was none, and the spec says which', {}, 30_010],
    ['the Service has one', { server: anyPort(30_001), nodePort: { before: 30_002 } }, undefined],
    ['the Service has the one of the spec', { server: hadPort(30_010), nodePort: { before: 30_010 } }, 30_010],
    ['the spec asks for another one', { server: hadPort(30_001) }, 30_010],
  ])('is not asked for where %s', async (_where, world, port) => {
    expect((await run(world)).asked).toEqual([port]);
  });
});
