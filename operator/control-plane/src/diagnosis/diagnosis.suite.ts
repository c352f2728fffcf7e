import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Cluster } from '../cluster.ts';
import { waitFor } from './wait-for.ts';

const timeout = 180_000;
/** Tests the errors of waits that time out. @param cluster a cluster whose other Pods are ready */
export function testDiagnosis(cluster: () => Cluster): void {
  beforeAll(async () => {
    const { controlPlane, node } = cluster();
    const main = { name: 'main', image: 'busybox:1.37' };
    const readinessProbe = { exec: { command: ['false'] } };
    const crashing = { ...main, command: ['sh', '-c', 'echo no luck today; exit 3'], readinessProbe };
    const pods = {
      crashing: { containers: [crashing] },
      mounting: {
        containers: [main],
        volumes: [{ name: 'v', configMap: { name: 'none' } }],
      },
      homeless: { containers: [{ name: 'main', image: 'any:1' }], nodeSelector: { planet: 'mars' } },
      fine: { containers: [{ name: 'main', image: 'any:1' }] },
    };
    const items = Object.entries(pods).map(([name, spec]) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec,
    }));
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await controlPlane.kubectl(['apply', '--server-side', '-f', '-'], { input });
    await controlPlane.kubectl(['wait', 'pod/fine', '--for=condition=Ready', '--timeout=60s']);
    const wanted = ['get', 'events', '--field-selector=reason=FailedMount', '-o', 'name'];
    await waitFor(controlPlane, async () => (await controlPlane.kubectl(wanted)) !== '', {
      what: 'a mount has failed',
    });
    await waitFor(controlPlane, async () => (await node.log('default', 'crashing', 'main')) !== '', {
      what: 'a log has begun',
    });
  }, timeout);
  afterAll(async () => {
    await cluster().controlPlane.kubectl(['delete', 'pods', 'crashing', 'mounting', 'homeless', 'fine']);
  });

  async function catchFailure(waiting: Promise<unknown>): Promise<string> {
    return waiting.then(
      () => 'no failure',
      (error: unknown) => (error as Error).message,
    );
  }

  test(
    'a kubectl wait that times out lists the Pods that are not ready, why, and the ends of their logs',
    { timeout },
    async () => {
      const { kubectl } = cluster().controlPlane;
      const message = await catchFailure(kubectl(['wait', 'pod/crashing', '--for=condition=Ready', '--timeout=5s']));
      expect(message).toMatch(/^failed to run kubectl wait pod\/crashing .*timed out waiting for the condition/);
      expect(message).toContain('Pod default/crashing on processes: ');
      expect(message).toMatch(/container main: .*exit code 3, Error/);
      expect(message).toMatch(/log of main, .*\n {4}no luck today/);
      expect(message).toMatch(
        /Warning FailedMount: MountVolume.SetUp failed for volume "v" : configmap "none" not found/,
      );
      expect(message).toMatch(
        /Pod default\/homeless without a node: Pending\n {2}PodScheduled: Unschedulable: 0\/2 nodes are available/,
      );
      expect(message).not.toContain('default/fine');
    },
  );

  test('any other failure of kubectl has only its own message', { timeout }, async () => {
    expect(await catchFailure(cluster().controlPlane.kubectl(['get', 'pod/none']))).not.toContain(
      'Pods that are not ready',
    );
  });
}
