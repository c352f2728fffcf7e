import { beforeAll, describe, expect, it } from 'vitest';

import { getKey } from '../../../operator/runtime/src/base/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { release2 } from '../../support/samples/cafe/index.ts';
import { releaseWithBug } from '../../support/cafe/releases.ts';
import { listSamples } from '../../support/samples.ts';
import { afterOutage, until } from '../../support/until.ts';
import { fetchMetrics } from '../support/operator-process.ts';
import type { Printed } from '../support/run-kubectl.ts';
import { buildCafe, type Cafes, system } from './cafes.ts';

const v1 = 'cafes.v1.example.com';
const v2 = 'cafes.v2.example.com';
const eightHours = { inside: '5', open: '480 minutes a day' };

/** Tests what users see, and what still works, when objects cannot be converted. v1 is stored, and v2 is the hub. */
export function testFailures(cafes: () => Cafes): void {
  const print = (...args: readonly string[]): Promise<Printed> => cafes().print(args);
  const create = (name: string, spec: object): Promise<Printed> =>
    cafes().print(['create', '-f', '-'], buildCafe('v1', name, spec));

  /** Returns the sum of a metric over all replicas. */
  async function sumMetric(metric: string, label?: string): Promise<number> {
    const texts = await Promise.all(((await cafes().operator?.pods()) ?? []).map(fetchMetrics));
    return texts.flatMap((text) => listSamples(text, metric, label)).reduce((sum, each) => sum + each, 0);
  }

  async function readLogs(): Promise<string> {
    const { node } = cafes().own.cluster;
    const pods = (await cafes().operator?.pods()) ?? [];
    return (await Promise.all(pods.map(({ metadata }) => node.log(system, metadata.name, 'operator')))).join('\n');
  }

  const untilListed = (): Promise<unknown> =>
    until('all cafés can be listed in v2', async () => (await print('get', v2)).ok, afterOutage);

  beforeAll(async () => {
    await cafes().release(release2);
    await create('good', { openFor: '8h', guests: 5 });
    await cafes().untilBoard('good', eightHours);
  });

  describe('an object without an equivalent in the other version', () => {
    const words =
      'Error from server: conversion webhook for example.com/v1, Kind=Cafe failed: Cafe cafes/long cannot be converted ' +
      'from v1 to v2: spec.openFor: Invalid value: "30h": a day has 24h';

    beforeAll(async () => {
      expect((await create('long', { openFor: '30h', guests: 5 })).stderr).toBe('');
    });

    it('cannot be read in that version, and kubectl names it and its field', async () => {
      expect((await print('get', v2, 'long')).stderr).toBe(words);
    });

    it('fails every list of its kind in that version with the same message', async () => {
      const { stderr } = await until('the API server converts the object', async () => {
        const printed = await print('get', v2);
        return !printed.ok && printed;
      });
      expect(stderr).toBe(words);
    });

    it('does not affect other objects and the stored version', async () => {
      expect((await print('get', v2, 'good')).ok).toBe(true);
      expect((await print('get', v1)).stdout).toMatch(/long +30h/);
      expect((await create('meanwhile', { openFor: '8h', guests: 5 })).ok).toBe(true);
      const patch = '{"spec":{"guests":6}}';
      expect((await print('patch', v1, 'long', '--type=merge', '-p', patch)).stderr).toBe('');
    });

    it('is counted each time, and logged by each replica once a minute, without its content', async () => {
      const counts = await until('the conversion has failed twenty times', async () => {
        const count = await sumMetric('conversion_failures_total', 'Unconvertible');
        return count >= 20 && count;
      });
      const log = await readLogs();
      const lines = log.split('\n').filter((line) => line.includes('failed to convert an object'));
      expect(lines.length).toBeLessThan(counts / 2);
      expect(lines[0]).toMatch(/WARN +cafes\/long +failed to convert an object/);
      expect(lines[0]).toContain(
        'conversion=cafe  from=example.com/v1  to=example.com/v2  reason=Unconvertible  fields=["spec.openFor"]',
      );
      expect(log).not.toContain('30h');
      expect(await sumMetric('controller_runtime_conversion_webhook_panics_total')).toBe(0);
    });

    it('is named in the log of an operator that starts meanwhile, without its content', async () => {
      const [replica] = (await cafes().operator?.pods()) ?? [];
      if (replica === undefined) throw new Error('the operator has no Pod');
      await cafes().client.resource(Pod).delete(getKey(replica), { propagation: 'Background' });
      // Polls for long, because the API server lets a watch wait for half a minute before it rejects it with the
      // reason.
      const log = await until(
        'a watch has failed because of the object',
        async () => {
          const all = await readLogs();
          return all.includes('cafes/long cannot be converted') && all;
        },
        afterOutage,
      );
      expect(log).toContain('Cafe cafes/long cannot be converted from v1 to v2: spec.openFor: [redacted]');
      expect(log).not.toContain('30h');
    });

    it('is repaired in the stored version: controllers resume by themselves', async () => {
      const patch = '{"spec":{"openFor":"24h"}}';
      expect((await print('patch', v1, 'long', '--type=merge', '-p', patch)).stderr).toBe('');
      await untilListed();
      await cafes().untilBoard('meanwhile', eightHours);
      await cafes().untilBoard('long', { inside: '6', open: '1440 minutes a day' });
    });

    it('is deleted in the stored version', async () => {
      await create('longer', { openFor: '99h', guests: 5 });
      expect((await print('get', v2, 'longer')).ok).toBe(false);
      expect((await print('delete', v1, 'longer')).stderr).toBe('');
      await untilListed();
    });
  });

  describe('a release whose converter throws', () => {
    beforeAll(async () => {
      await cafes().release(releaseWithBug);
    });

    it('runs, and kubectl shows the error and the object', async () => {
      expect((await print('get', v2, 'good')).stderr).toBe(
        'Error from server: conversion webhook for example.com/v1, Kind=Cafe failed: Cafe cafes/good cannot be converted ' +
          'from v1 to v2: toHub of v1 failed: the waiter has no name',
      );
      expect((await print('get', v1, 'good')).ok).toBe(true);
    });

    it('is counted as an uncaught error, and the log has the error', async () => {
      expect(await sumMetric('controller_runtime_conversion_webhook_panics_total')).toBeGreaterThan(0);
      expect(await sumMetric('conversion_failures_total', 'Threw')).toBeGreaterThan(0);
      expect(await readLogs()).toMatch(
        /ERROR +cafes\/\w+ +a conversion failed {2}conversion=cafe .*\n.*the waiter has no name/,
      );
    });

    it('is followed by one that works: changes made meanwhile are reconciled', async () => {
      await create('waited', { openFor: '8h', guests: 5 });
      await cafes().release(release2);
      await untilListed();
      await cafes().untilBoard('waited', eightHours);
    });
  });
}
