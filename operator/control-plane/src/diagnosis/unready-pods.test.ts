import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Pod } from '@kubewright/runtime/kinds';
import { buildPod } from '../../fixtures/pod-fixture.ts';
import { describeUnreadyPods, type Kubectl } from './unready-pods.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let folder = '';
useTemporaryFolder((path) => void (folder = path), 'all');

const ready = buildPod({ status: { conditions: [{ type: 'Ready', status: 'True' }] } });
const buildNamedPod = (name: string, parts: Partial<Pod['metadata']> = {}): Pod =>
  buildPod({ metadata: { name, uid: `uid-of-${name}`, ...parts } });

const createKubectl =
  (pods: readonly Pod[], events: readonly object[] = []): Kubectl =>
  async ([, what]) =>
    JSON.stringify({ items: what === 'pods' ? pods : events });

test('ready Pods are not reported', async () => {
  expect(await describeUnreadyPods(createKubectl([ready]))).toBe('All 1 Pods are ready, or have succeeded.');
});

test('the report of an unready Pod has the end of its log, and only the warnings about it', async () => {
  const file = join(folder, 'main.log');
  await writeFile(file, Array.from({ length: 50 }, (_, line) => `line ${String(line)}\n`).join(''));
  const pod = buildNamedPod('slow', { annotations: { 'log.node.kubewright.dev/main': file } });
  const events = [
    { reason: 'Unhealthy', message: 'Readiness probe failed', involvedObject: { uid: 'uid-of-slow' } },
    { reason: 'Other', message: 'of another one', involvedObject: { uid: 'uid-of-other' } },
  ];
  const text = await describeUnreadyPods(createKubectl([ready, pod], events));
  expect(text.split('\n').slice(0, 5)).toEqual([
    'Pods that are not ready:',
    'Pod default/slow without a node: Pending',
    '  Warning Unhealthy: Readiness probe failed',
    `  log of main, ${file}:`,
    '    line 30',
  ]);
  expect(text.endsWith('    line 49')).toBe(true);
});

test('only the ten newest unready Pods are reported', async () => {
  const pods = Array.from({ length: 12 }, (_, index) =>
    buildNamedPod(`p${String(index)}`, { creationTimestamp: `2030-01-01T00:00:${String(index + 10)}Z` }),
  );
  const lines = (await describeUnreadyPods(createKubectl(pods))).split('\n');
  expect(lines[1]).toBe('Pod default/p11 without a node: Pending');
  expect(lines.slice(-2)).toEqual(['Pod default/p2 without a node: Pending', 'and 2 more']);
});

test('an API server that does not answer is reported without throwing', async () => {
  const down = (): Promise<string> => Promise.reject(new Error('connection refused'));
  expect(await describeUnreadyPods(down)).toBe('Failed to list the Pods: connection refused');
});
