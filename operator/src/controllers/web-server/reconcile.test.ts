import { describe, expect, it } from 'vitest';

import { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { Deployment, Service } from '@kubewright/runtime';
import type { ApiResponse } from '../../../runtime/src/client/index.ts';
import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, formatRequest } from '../../../testing/src/in-memory-api-server/index.ts';
import { buildStatusAnswer } from '../../../testing/src/in-memory-api-server/rejection.ts';
import { runController } from '../../../testing/src/run-controller/run-controller.ts';
import { webServer } from './controller.ts';

const key = { namespace: 'default', name: 'home' };
const serviceKey = { namespace: 'default', name: 'home-service' };
const taken = buildStatusAnswer(422, 'Invalid', { message: 'provided port is already allocated' });
const overQuota = buildStatusAnswer(403, 'Forbidden', { message: 'exceeded quota' });

type Port = number | undefined;

/**
 * Creates a cluster with a WebServer. The test itself allocates node ports.
 * @param nodePort the port in the spec of the WebServer
 */
async function setUp(nodePort?: Port) {
  const clock = createFakeClock();
  const server = createInMemoryApiServer({ kinds: [WebServer], clock });
  const servers = server.client.resource(WebServer);
  const services = server.client.resource(Service);
  const getNodePort = (service: Service | undefined): Port => service?.spec.ports?.[0]?.nodePort;
  const cluster = {
    ...{ server, clock, servers },
    /** The requested ports of Services, in order. */
    asked: [] as Port[],
    askedAt: [] as number[],
    /** The port for a Service that requests none. */
    freePort: 30_001,
    /** Returns the error response to a Service with this port, if it is rejected. */
    rejection: (_port: Port): ApiResponse | undefined => undefined,
    status: () => server.objects(WebServer)[0]?.status,
    /** Returns the waits between the requests, in milliseconds. */
    waits: () => cluster.askedAt.slice(1).map((at, index) => at - (cluster.askedAt[index] ?? 0)),
    forget() {
      cluster.asked = [];
      cluster.askedAt = [];
    },
    async markPodsReady(): Promise<void> {
      const { metadata } = server.objects(Deployment)[0] ?? {};
      const counts = { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 };
      const status = { observedGeneration: metadata?.generation ?? 1, ...counts };
      await server.client.resource(Deployment).mergePatch(key, { status }, { subresource: 'status' });
    },
    loseService: () => services.delete(serviceKey, { propagation: 'Background' }),
    /** Sets another port like another client. */
    editPort: (port: number) => services.mergePatch(serviceKey, { spec: { ports: [{ port: 80, nodePort: port }] } }),
  };
  server.intercept(async ({ verb, kind, body }, next) => {
    if (verb !== 'apply' || kind !== 'Service') return next();
    const port = getNodePort(body as Service);
    cluster.asked.push(port);
    cluster.askedAt.push(clock.monotonic());
    const rejection = cluster.rejection(port);
    if (rejection !== undefined) return rejection;
    const before = getNodePort(server.objects(Service)[0]);
    const response = await next();
    if (port !== undefined) return response;
    return { ...response, body: await cluster.editPort(before ?? cluster.freePort) };
  });
  const spec = { image: 'nginx:1.27', replicas: 2, ...(nodePort !== undefined && { nodePort }) };
  await servers.create({ apiVersion: 'my.domain/v1', kind: 'WebServer', metadata: key, spec });
  return cluster;
}

async function runUntilSettled(nodePort?: Port) {
  const cluster = await setUp(nodePort);
  const run = await runController(webServer, { server: cluster.server });
  await run.awaitIdle();
  cluster.forget();
  return { ...run, cluster, [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() };
}

/** Rejects the first `times` requests for this port. */
function createRejection(port: Port, times: number): (asked: Port) => ApiResponse | undefined {
  let left = times;
  return (asked) => (asked === port && left-- > 0 ? taken : undefined);
}

describe('a reconcile', () => {
  it('creates the Deployment, then the Service, and waits for a change', async () => {
    const cluster = await setUp(30_010);
    await using run = await runController(webServer, { server: cluster.server });
    await run.awaitIdle();
    await cluster.markPodsReady();
    await run.awaitIdle();
    const applied = cluster.server.requests().filter(({ verb, subresource }) => verb === 'apply' && !subresource);
    expect(applied.map(formatRequest)).toEqual(['apply Deployment default/home', 'apply Service default/home-service']);
    expect(cluster.status()).toMatchObject({ readyReplicas: 2, nodePort: 30_010 });
    expect(new Set(run.results)).toEqual(new Set(['success']));
  });

  it('states the present port of the Service, not an earlier one', async () => {
    await using run = await runUntilSettled();
    await run.cluster.servers.mergePatch(key, { spec: { nodePort: 30_002 } });
    await run.awaitIdle();
    expect(run.cluster.status()).toMatchObject({ nodePort: 30_002 });
  });
});

// A Deployment of the upstream operator lacks this operator's label, so no watch shows its deletion.
it('a terminating Deployment of the upstream operator is created again once it is deleted', async () => {
  const { server } = await setUp();
  const { uid } = server.objects(WebServer)[0]!.metadata;
  const deployments = server.client.resource(Deployment);
  await deployments.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      ...{ ...key, finalizers: ['example.com/hold'] },
      ownerReferences: [{ apiVersion: 'my.domain/v1', kind: 'WebServer', name: key.name, uid, controller: true }],
    },
    spec: { selector: {}, template: { spec: { containers: [] } } },
  });
  await deployments.delete(key, { propagation: 'Background' });

  await using run = await runController(webServer, { server });
  await run.awaitIdle();
  await deployments.mergePatch(key, { metadata: { finalizers: null } });
  await run.advance(1_000);
  expect(server.objects(Deployment).map((each) => each.metadata.labels?.['app.kubernetes.io/managed-by'])).toEqual([
    'test',
  ]);
});

describe('a Service that the cluster rejects', () => {
  it('still has its present port and the Pods in the status', async () => {
    await using run = await runUntilSettled();
    const { cluster } = run;
    cluster.rejection = () => taken;
    await cluster.servers.mergePatch(key, { spec: { nodePort: 30_010 } });
    await run.awaitIdle();
    await cluster.markPodsReady();
    await run.awaitIdle();
    expect(cluster.status()).toMatchObject({ readyReplicas: 2, nodePort: 30_001 });
    expect(cluster.status()?.conditions).toContainEqual(expect.objectContaining({ type: 'Available', status: 'True' }));
  });
});

describe('a Service that has to be created again', () => {
  it('requests its former port once, and then keeps the port that it has', async () => {
    await using run = await runUntilSettled();
    const { cluster } = run;
    cluster.freePort = 30_002;
    await cluster.loseService();
    await run.awaitIdle();
    expect(cluster.asked).toEqual([30_001, undefined]);
    expect(cluster.status()).toMatchObject({ nodePort: 30_001 });
  });

  it('requests its former port again until it is free, shortly after the deletion of the Service', async () => {
    await using run = await runUntilSettled();
    const { cluster } = run;
    cluster.rejection = createRejection(30_001, 2);
    await cluster.loseService();
    await cluster.clock.advance(150);
    await run.awaitIdle();
    expect(cluster.asked).toEqual([30_001, 30_001, 30_001, undefined]);
    expect(cluster.waits().slice(0, 2)).toEqual([50, 100]);
  });

  it('gets another port if its former port stays taken', async () => {
    await using run = await runUntilSettled();
    const { cluster } = run;
    cluster.rejection = createRejection(30_001, 6);
    cluster.freePort = 30_002;
    await cluster.loseService();
    await cluster.clock.advance(1_550);
    await run.awaitIdle();
    expect(cluster.asked).toEqual([...Array<number>(6).fill(30_001), undefined]);
    expect(cluster.waits().slice(0, 5)).toEqual([50, 100, 200, 400, 800]);
    expect(cluster.status()).toMatchObject({ nodePort: 30_002 });
  });

  it('is rejected after the retries if the port of the spec stays taken', async () => {
    await using run = await runUntilSettled(30_010);
    const { cluster } = run;
    cluster.rejection = () => taken;
    await cluster.loseService();
    await cluster.clock.advance(1_550);
    await run.awaitIdle();
    expect(cluster.asked.slice(0, 7)).toEqual(Array<number>(7).fill(30_010));
    expect(cluster.waits().slice(0, 6)).toEqual([50, 100, 200, 400, 800, 0]);
    expect(cluster.status()).not.toHaveProperty('nodePort');
  });

  it('is not retried at once if it is rejected because of a quota', async () => {
    await using run = await runUntilSettled();
    const { cluster } = run;
    cluster.rejection = () => overQuota;
    await cluster.loseService();
    await run.awaitIdle();
    expect(cluster.asked).toEqual([30_001]);
  });
});

describe('a port of the spec that the Service had before', () => {
  const asksTwice = async (lose: (cluster: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>): Promise<void> => {
    await using run = await runUntilSettled(30_010);
    const { cluster } = run;
    cluster.rejection = createRejection(30_010, 1);
    await lose(cluster);
    await cluster.clock.advance(50);
    await run.awaitIdle();
    expect(cluster.asked).toEqual([30_010, 30_010]);
    expect(cluster.waits()).toEqual([50]);
    expect(new Set(run.results)).toEqual(new Set(['success']));
  };

  it('is requested again until it is free, if the Service was deleted', () =>
    asksTwice(({ loseService }) => loseService()));

  it('is requested again until it is free, if somebody has changed it', () =>
    asksTwice(({ editPort }) => editPort(30_002)));
});

describe('the port in the status', () => {
  it.each<[string, Port, Port]>([
    ['there is none', undefined, undefined],
    ['there is none, and the spec has one', 30_010, 30_010],
  ])('is not requested if %s', async (_where, nodePort, port) => {
    const cluster = await setUp(nodePort);
    await using run = await runController(webServer, { server: cluster.server });
    await run.awaitIdle();
    expect(cluster.asked).toEqual([port]);
  });

  it('is not requested if the Service has another one, and the spec has none', async () => {
    await using run = await runUntilSettled();
    const { cluster } = run;
    await cluster.editPort(30_002);
    await run.awaitIdle();
    expect(cluster.asked).toEqual([]);
    expect(cluster.status()).toMatchObject({ nodePort: 30_002 });
  });

  it('is not requested if the Service has the port of the spec', async () => {
    await using run = await runUntilSettled(30_010);
    const { cluster } = run;
    await cluster.servers.mergePatch(key, { spec: { replicas: 3 } });
    await run.awaitIdle();
    expect(cluster.asked).toEqual([]);
  });

  it('is not requested if the spec has another port', async () => {
    await using run = await runUntilSettled();
    const { cluster } = run;
    await cluster.servers.mergePatch(key, { spec: { nodePort: 30_010 } });
    await cluster.loseService();
    await run.awaitIdle();
    expect(cluster.asked).not.toContain(30_001);
    expect(cluster.asked).toContain(30_010);
  });
});
