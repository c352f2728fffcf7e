import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Cluster } from '../cluster.ts';
import { soon, useKubectl } from '../../fixtures/use-kubectl.ts';
import { readAuditLog } from '../control-plane/index.ts';

const script = (text: string) => ({ command: ['sh', '-c', text] });

/** Tests `kubectl logs`. Stops the node of the cluster. */
export function testKubectlLogs(cluster: () => Cluster): void {
  const under = useKubectl(cluster, 'kubectl-logs');
  const { kubectl, getRejection } = under;
  const phase = (name: string, expected: string): Promise<void> =>
    expect.poll(() => kubectl('get', 'pod', name, '-o', 'jsonpath={.status.phase}'), soon).toBe(expected);

  /** Whether the audit log has a request that follows the log of this Pod, so that the kubelet has answered it. */
  async function isFollowed(pod: string): Promise<boolean> {
    for await (const { requestURI, stage } of readAuditLog(cluster().controlPlane.auditLogPath)) {
      if (stage === 'ResponseStarted' && requestURI.includes(`/pods/${pod}/log?`) && requestURI.includes('follow=true'))
        return true;
    }
    return false;
  }

  describe('kubectl logs', () => {
    test('shows the whole output of a Pod, its last lines, or a number of bytes', async () => {
      await under.create('writer', script('echo one; echo two >&2; printf "üñí three"'), { restartPolicy: 'Never' });
      await phase('writer', 'Succeeded');
      expect(await kubectl('logs', 'writer')).toBe('one\ntwo\nüñí three');
      expect(await kubectl('logs', 'writer', '--tail=2')).toBe('two\nüñí three');
      expect(await kubectl('logs', 'writer', '--tail=0')).toBe('');
      expect(await kubectl('logs', 'writer', '--limit-bytes=5')).toBe('one\nt');
      expect(await kubectl('logs', '--selector=app=writer', '--prefix')).toContain('[pod/writer/main] one');
    });

    test('follows a Pod until it ends', async () => {
      const go = join(cluster().controlPlane.directory, 'go');
      const wait = `while [ ! -e ${go} ]; do sleep 0.05; done`;
      await under.create('followed', script(`echo one; ${wait}; echo two`), { restartPolicy: 'Never' });
      await under.waitUntilReady('followed');
      const all = kubectl('logs', 'followed', '--follow');
      await expect.poll(() => kubectl('logs', 'followed', '--follow', '--limit-bytes=4')).toBe('one\n');
      await writeFile(go, '');
      expect(await all).toBe('one\ntwo\n');
    });

    test('shows the previous run, and reports a missing one', async () => {
      await under.create('crashing', script('echo run $(date +%s%N); exit 1'), { restartPolicy: 'OnFailure' });
      const restarts = ['get', 'pod', 'crashing', '-o', 'jsonpath={.status.containerStatuses[0].restartCount}'];
      await expect.poll(async () => Number(await kubectl(...restarts)), soon).toBeGreaterThanOrEqual(1);
      const previous = await kubectl('logs', 'crashing', '--previous');
      expect(previous).toMatch(/^run \d+\n$/);
      expect(await kubectl('logs', 'crashing')).toMatch(/^run \d+\n$/);
      const all = await cluster().node.log(under.name, 'crashing', 'main');
      expect(all.length).toBeGreaterThan(previous.length);
      expect(all).toContain(previous);

      await under.create('steady', script('echo up; sleep 600'));
      await under.waitUntilReady('steady');
      expect(await getRejection('logs', 'steady', '--previous')).toBe(
        '[1] Error from server (BadRequest): previous terminated container "main" in pod "steady" not found',
      );
    });

    test('shows logs of init containers, and reports the reason of a waiting container', async () => {
      const first = { name: 'first', image: 'busybox', ...script('echo of the first') };
      const second = { name: 'second', image: 'busybox', ...script('echo second; sleep 600') };
      await under.create('several', script('echo main'), { initContainers: [first, second] });
      await expect.poll(() => kubectl('logs', 'several', '-c', 'second').catch(() => ''), soon).toBe('second\n');
      expect(await kubectl('logs', 'several', '-c', 'first')).toBe('of the first\n');
      expect(await getRejection('logs', 'several')).toContain(
        'Error from server (BadRequest): container "main" in pod "several" is waiting to start: PodInitializing',
      );
      expect(await getRejection('logs', 'several', '-c', 'third')).toContain(
        'container third is not valid for pod several',
      );
      await under.create('pair', script('echo one'), {
        containers: [
          { name: 'one', image: 'busybox', ...script('echo of one; sleep 600') },
          { name: 'two', image: 'busybox', ...script('echo of two; sleep 600') },
        ],
      });
      await under.waitUntilReady('pair');
      const all = ['logs', 'pair', '--all-containers', '--prefix'];
      await expect.poll(() => kubectl(...all), soon).toBe('[pod/pair/one] of one\n[pod/pair/two] of two\n');
    });

    test('reports that a simulated Pod is simulated', async () => {
      await under.create('simulated', { image: 'memcached:1.6' });
      await under.waitUntilReady('simulated');
      expect(await getRejection('logs', 'simulated')).toBe(
        '[1] Error from server (BadRequest): pod "simulated" is simulated: no process runs for it, so the Pod does not have logs',
      );
    });

    test('with follow ends when the Pod is deleted', async () => {
      await under.create('leaving', script('trap "echo bye; exit 0" TERM; echo up; sleep 600 & wait'));
      await expect.poll(() => kubectl('logs', 'leaving').catch(() => ''), soon).toBe('up\n');
      const followed = kubectl('logs', 'leaving', '-f');
      await expect.poll(() => isFollowed('leaving'), soon).toBe(true);
      await kubectl('delete', 'pod', 'leaving');
      expect(await followed).toBe('up\nbye\n');
    });
  });

  describe('the kubelet of a node', () => {
    test('ends streams of followed logs when the node ends', async () => {
      await under.create('last', script('echo up; sleep 600'));
      await expect.poll(() => kubectl('logs', 'last').catch(() => ''), soon).toBe('up\n');
      const followed = kubectl('logs', 'last', '--follow');
      await expect.poll(() => isFollowed('last'), soon).toBe(true);
      await cluster().node[Symbol.asyncDispose]();
      expect(await followed).toBe('up\n');
      expect(await getRejection('logs', 'last')).toContain('connection refused');
    });
  });
}
