import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Cluster } from '../cluster.ts';
import { useKubectl } from '../../fixtures/use-kubectl.ts';

const timeout = 180_000;
const claim = (name: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const buildClaimVolume = (name: string): object => ({ persistentVolumeClaim: { claimName: name } });

/** A Pod with one volume at `/data`. */
function buildPod(
  name: string,
  volume: object,
  { script = 'sleep 600', mount = {}, image = 'busybox:1.37' } = {},
): object {
  const volumeMounts = [{ name: 'data', mountPath: '/data', ...mount }];
  const containers = [{ name: 'main', image, command: ['sh', '-c', script], volumeMounts }];
  const spec = { restartPolicy: 'Never', containers, volumes: [{ name: 'data', ...volume }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec };
}

export function testClaims(cluster: () => Cluster): void {
  const { kubectl, run, name: namespace } = useKubectl(cluster, 'claims');
  const apply = (...objects: object[]): Promise<string> =>
    run(['apply', '--server-side', '-f', '-'], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    });
  const within = '--timeout=60s';
  const waitFor = (what: string, condition: string): Promise<string> =>
    kubectl('wait', what, `--for=${condition}`, within);
  const phase = (expected: string): string => `jsonpath={.status.phase}=${expected}`;
  const read = async (what: string, path: string): Promise<string> => kubectl('get', what, '-o', `jsonpath={${path}}`);
  /** Waits until `kubectl describe` of the object shows `text`. */
  const described = (what: string, text: string | RegExp): Promise<void> =>
    expect
      .poll(async () => (await kubectl('describe', what)).replaceAll(/\s+/g, ' '), { timeout: 30_000, interval: 100 })
      .toMatch(text);

  const getFolder = async (name: string): Promise<string> =>
    join(cluster().controlPlane.directory, 'volumes', await read(`pvc/${name}`, '.spec.volumeName'));

  describe('a claim', { timeout }, () => {
    test('is bound to a folder, retains its files, and is deleted with its folder', async () => {
      await apply(claim('notes'));
      expect(await read('pvc/notes', '.spec.storageClassName')).toBe('standard');
      await apply(buildPod('writer', buildClaimVolume('notes'), { script: 'echo kept > /data/x' }));
      await waitFor('pod/writer', phase('Succeeded'));
      await kubectl('delete', 'pod/writer');
      await apply(buildPod('reader', buildClaimVolume('notes'), { script: 'cat /data/x' }));
      await waitFor('pod/reader', phase('Succeeded'));
      expect(await cluster().node.log(namespace, 'reader', 'main')).toBe('kept\n');

      const folder = await getFolder('notes');
      expect(await readFile(join(folder, 'x'), 'utf8')).toBe('kept\n');
      const volume = await read('pvc/notes', '.spec.volumeName');
      await kubectl('delete', 'pod/reader', 'pvc/notes');
      await kubectl('wait', `pv/${volume}`, '--for=delete', within);
      expect(existsSync(folder)).toBe(false);
    });

    test('of a simulated Pod is also bound, one for each replica of a StatefulSet', async () => {
      const labels = { app: 'store' };
      const volumeMounts = [{ name: 'data', mountPath: '/data' }];
      await apply({
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'store' },
        spec: {
          replicas: 2,
          serviceName: 'store',
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: { containers: [{ name: 'main', image: 'postgres:17', volumeMounts }] },
          },
          volumeClaimTemplates: [claim('data')],
        },
      });
      await kubectl('rollout', 'status', 'statefulset/store', within);
      expect(await read('pod/store-1', '.spec.nodeName')).toBe('kwok');
      await waitFor('pvc/data-store-0', phase('Bound'));
      await waitFor('pvc/data-store-1', phase('Bound'));
      expect(await getFolder('data-store-0')).not.toBe(await getFolder('data-store-1'));
    });

    test('can be bound to a folder of this machine by a volume that a user has created', async () => {
      const disk = join(cluster().controlPlane.directory, 'disk');
      await mkdir(disk);
      const common = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'manual' };
      const volume = (name: string, source: object): object => {
        const spec = { ...common, claimRef: { namespace, name }, ...source };
        return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec };
      };
      const manual = { storageClassName: 'manual' };
      await apply(volume('own', { hostPath: { path: disk } }), claim('own', manual));
      await apply(buildPod('owner', buildClaimVolume('own'), { script: 'echo mine > /data/x' }));
      await waitFor('pod/owner', phase('Succeeded'));
      expect(await readFile(join(disk, 'x'), 'utf8')).toBe('mine\n');
    });
  });

  describe('a volume of a Pod', { timeout }, () => {
    test('with a generic ephemeral volume has its own claim, which is deleted with the Pod', async () => {
      const ephemeral = { volumeClaimTemplate: { spec: (claim('') as { spec: object }).spec } };
      await apply(buildPod('brief', { ephemeral }, { script: 'echo x > /data/x' }));
      await waitFor('pod/brief', phase('Succeeded'));
      const folder = await getFolder('brief-data');
      expect(await readdir(folder)).toEqual(['x']);
      await kubectl('delete', 'pod/brief');
      await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false);
    });

    test('of an unknown type gets an event, and its containers wait', async () => {
      await apply(buildPod('plugged', { csi: { driver: 'x.csi.dev' } }));
      await described(
        'pod/plugged',
        /Warning FailedMount \S+ kubelet MountVolume.SetUp failed for volume "data" : kubernetes.io\/csi: driver name x.csi.dev not found in the list of registered CSI drivers/,
      );
      expect(await read('pod/plugged', '.status.containerStatuses[0].state.waiting.reason')).toBe('ContainerCreating');
    });

    test('that is mounted read-only is writable on this node, which an event of the Pod reports', async () => {
      await apply(buildPod('reading', { emptyDir: {} }, { mount: { readOnly: true } }));
      await described(
        'pod/reading',
        /Warning ReadOnlyNotEnforced \S+ kubelet volume "data" at \/data of container "main" is read-only only in its spec/,
      );
    });
  });
}
