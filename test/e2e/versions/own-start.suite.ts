import { beforeAll, expect, it } from 'vitest';

import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import { release2 } from '../../support/samples/cafe/index.ts';
import { afterOutage, until } from '../../support/until.ts';
import type { Printed } from '../support/run-kubectl.ts';
import { buildCafe, type Cafes, system } from './cafes.ts';

const v1 = 'cafes.v1.example.com';
const v2 = 'cafes.v2.example.com';
const eightHours = { inside: '5', open: '480 minutes a day' };

/**
 * Tests the start of an operator when objects are stored as v1 and the hub is v2: no replica ran when they were stored.
 */
export function testOwnStart(cafes: () => Cafes): void {
  const print = (...args: readonly string[]): Promise<Printed> => cafes().print(args);
  const create = (name: string, spec: object): Promise<Printed> =>
    cafes().print(['create', '-f', '-'], buildCafe('v1', name, spec));

  async function scale(replicas: number): Promise<void> {
    const deployment = { namespace: system, name: 'cafes' };
    await cafes().client.resource(Deployment).mergePatch(deployment, { spec: { replicas } });
    await until(`${String(replicas)} replicas run`, async () => (await cafes().operator?.pods())?.length === replicas);
  }

  beforeAll(async () => {
    await cafes().release(release2);
    await create('served', { openFor: '8h', guests: 5 });
    await cafes().untilBoard('served', eightHours);
    await scale(0);
  });

  it('the stored version is read and written, and the other one reports which webhook does not answer', async () => {
    expect((await print('get', v1, 'served')).ok).toBe(true);
    expect((await create('early', { openFor: '8h', guests: 5 })).ok).toBe(true);
    const result = await until('the webhook is unreachable', async () => {
      const printed = await print('get', v2, 'served');
      return printed.stderr.includes('has no ready Pod') && printed;
    });
    expect(result.stderr).toContain(
      'Error from server: conversion webhook for example.com/v1, Kind=Cafe failed: Post ' +
        '"https://cafes-webhooks.cafes-system.svc:443/convert/cafe?timeout=30s": ',
    );
  });

  it('the operator starts within seconds, though its caches need its own conversion', async () => {
    // A restart empties the watch cache of the API server.
    await cafes().own.cluster.controlPlane.restart('kube-apiserver');
    const beganAt = performance.now();
    await scale(2);
    await until(
      'both replicas are ready',
      async () => {
        const deployment = { namespace: system, name: 'cafes' };
        return (await cafes().client.resource(Deployment).get(deployment)).status?.readyReplicas === 2;
      },
      afterOutage,
    );
    const readyMs = performance.now() - beganAt;
    await cafes().untilBoard('early', eightHours);
    const reconciledMs = performance.now() - beganAt;
    process.stderr.write(
      `own start: ready after ${(readyMs / 1000).toFixed(1)} s, reconciled after ${(reconciledMs / 1000).toFixed(1)} s\n`,
    );
    expect(readyMs).toBeLessThan(60_000);
  });
}
