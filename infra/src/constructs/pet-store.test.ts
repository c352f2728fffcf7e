import type { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';
import type { PetStoreProps } from '../options/index.ts';

import { addresses, type Synthesized, synthesized, the } from '../testing/index.ts';
import { PetStore } from './pet-store.ts';

const storeOf = (props: PetStoreProps = {}, namespace?: string): Synthesized[] =>
  synthesized((chart) => new PetStore(chart, 'store', props), namespace);

const podOf = (objects: readonly Synthesized[]): k8s.PodSpec =>
  (the('Deployment', objects)['spec'] as { template: { spec: k8s.PodSpec } }).template.spec;

const containerOf = (objects: readonly Synthesized[]): k8s.Container => podOf(objects).containers[0]!;

describe('PetStore', () => {
  it('has a PersistentVolumeClaim for its pets if data is set', () => {
    const objects = storeOf({ data: { sizeGibibytes: 5, storageClass: 'fast' } });
    expect(addresses(objects)).toEqual([
      'PersistentVolumeClaim petstore/petstore-service',
      'Deployment petstore/petstore-service',
      'Service petstore/petstore-service',
    ]);
    expect(the('PersistentVolumeClaim', objects)['spec']).toEqual({
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '5Gi' } },
      storageClassName: 'fast',
    });
    expect(podOf(objects)).toMatchObject({
      securityContext: { fsGroup: 65_532, fsGroupChangePolicy: 'OnRootMismatch' },
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'petstore-service' } }],
    });
    expect(containerOf(objects)).toMatchObject({
      args: ['serve', '--address', '$(BIND_ADDRESS):6742', '--log-format', 'json', '--data', 'pets.db'],
      workingDir: '/var/lib/petstore',
      volumeMounts: [{ name: 'data', mountPath: '/var/lib/petstore' }],
    });
    expect(the('PersistentVolumeClaim', storeOf({ data: {} }))['spec']).toMatchObject({
      resources: { requests: { storage: '1Gi' } },
    });
  });

  it('is in the given namespace, or else in the namespace of its chart', () => {
    const service = (objects: readonly Synthesized[]) => the('Service', objects).metadata.namespace;
    expect(service(storeOf({}, 'shop'))).toBe('shop');
    expect(service(storeOf({ namespace: 'zoo' }, 'shop'))).toBe('zoo');
  });

  it('has its address in the property address', () => {
    let address = '';
    synthesized((chart) => (address = new PetStore(chart, 'store', { name: 'pets', namespace: 'zoo' }).address));
    expect(address).toBe('pets.zoo.svc.cluster.local:6742');
  });

  it('has a node port if nodePort is set, and never a host port', () => {
    expect(the('Service', storeOf({ nodePort: 30_642 }))['spec']).toMatchObject({
      type: 'NodePort',
      ports: [{ name: 'grpc', port: 6742, nodePort: 30_642 }],
    });
    expect(JSON.stringify(storeOf({ nodePort: 30_642, data: {} }))).not.toContain('hostPort');
  });

  it('uses the given image, sampling and resources', () => {
    const image = {
      repository: 'zoo.example/operator',
      tag: '7',
      pullPolicy: 'Always',
      pullSecrets: ['registry'],
    } as const;
    const objects = storeOf({ image, sampling: 0.5, resources: { memoryLimit: '512Mi' } });
    expect(containerOf(objects)).toMatchObject({
      image: 'zoo.example/operator:7',
      imagePullPolicy: 'Always',
      args: ['serve', '--address', '$(BIND_ADDRESS):6742', '--log-format', 'json', '--sampling', '0.5'],
      resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '512Mi' } },
    });
    expect(podOf(objects).imagePullSecrets).toEqual([{ name: 'registry' }]);
    expect(the('Service', objects).metadata.labels).toMatchObject({ 'app.kubernetes.io/version': '7' });
  });

  it.each<[PetStoreProps, string]>([
    [{ name: 'Pets' }, 'name must be a DNS label of at most 63 characters that starts with a letter, but is "Pets"'],
    [{ name: '1pets' }, 'name must be a DNS label of at most 63 characters that starts with a letter, but is "1pets"'],
    [{ data: { sizeGibibytes: 0 } }, 'data.sizeGibibytes must be a whole number of at least 1, but is 0'],
    [{ data: { sizeGibibytes: 1.5 } }, 'data.sizeGibibytes must be a whole number of at least 1, but is 1.5'],
    [{ sampling: 0 }, 'sampling must be "never", "always", or a share above 0 and at most 1, but is 0'],
    [{ sampling: 2 }, 'sampling must be "never", "always", or a share above 0 and at most 1, but is 2'],
    [{ image: { tag: ' ' } }, 'image.tag must be a tag (letters, digits'],
  ])('throws for %j', (props, message) => {
    expect(() => storeOf(props)).toThrow(message);
  });
});
