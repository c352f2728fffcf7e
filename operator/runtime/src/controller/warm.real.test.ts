import { expect, inject, it } from 'vitest';

import { freePorts } from '../../../control-plane/src/sockets.ts';
import { useCluster, createGroupName } from '../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../api/index.ts';
import { operate } from '../manager/index.ts';
import { awaitChange, defineController, reads } from '../reconcile/index.ts';

const version = { group: createGroupName('warm'), version: 'v1', spec: t.object({}) };
const Cafe = defineApi({ ...version, kind: 'Cafe' });
const Menu = defineApi({ ...version, kind: 'Menu' });

const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Cafe);

async function read(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${String(port)}${path}`).catch(() => undefined);
  return response === undefined ? 'no answer' : `${String(response.status)}\n${await response.text()}`;
}

// id: case-26
it('nothing is reconciled before all caches are synced; until then the process is not ready', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `cafe-${String(index).padStart(2, '0')}`);
  const visits: string[] = [];
  const cafe = defineController(Cafe, {
    reads: { menus: reads(Menu) },
    async reconcile({ metadata }, { menus }) {
      visits.push(`${metadata.name} with ${String(menus.list().length)}`);
      return awaitChange;
    },
  });
  await Promise.all(names.map((name) => cluster().create(Cafe, name, { spec: {} })));
  // Both ports in one call, because two calls could return the same port.
  const [health = 0, metrics = 0] = await freePorts(2);
  const stop = new AbortController();
  const settings = {
    ...{ kubeconfig: inject('kubeconfigPath'), 'watch-namespaces': cluster().namespace, 'log-level': 'error' },
    ...{ 'health-port': String(health), 'metrics-port': String(metrics), 'cache-sync-timeout': '1s' },
    ...{ 'resync-period': '1s' },
  };
  const argv = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const exit = operate({ name: 'warm', version: '1', controllers: [cafe] }, { argv, env: {}, signal: stop.signal });

  const cafes = `[+]cache/Cafe.${Cafe.group} ok`;
  await expect
    .poll(() => read(health, '/readyz'), patient)
    .toMatch(/^500\n[^]*Menu\.[^ ]+ failed: not filled within 1 s/);
  await expect.poll(() => read(health, '/readyz'), patient).toContain(cafes);
  expect(await read(metrics, '/metrics')).toMatch(
    new RegExp(`^cache_sync_timeouts_total\\{kind="Menu.${Menu.group}"\\} [1-9]`, 'm'),
  );
  expect(visits).toEqual([]);

  await cluster().serve(Menu);
  await Promise.all(['winter', 'summer'].map((name) => cluster().create(Menu, name, { spec: {} })));
  await expect.poll(() => read(health, '/readyz'), patient).toMatch(/^200\n/);
  const visited = (): readonly string[] => visits.map((visit) => visit.split(' ')[0] ?? '');
  await expect.poll(() => [...new Set(visited())].toSorted(), patient).toEqual(names);
  visits.length = 0;
  await expect.poll(() => [...new Set(visited())].toSorted(), patient).toEqual(names);
  stop.abort();
  expect(await exit).toBe(0);
}, 150_000);
