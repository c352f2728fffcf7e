import { describe, expect, it } from 'vitest';
import type { PetStoreProps } from '../options/index.ts';

import {
  listAddresses,
  type Synthesized,
  synthObjects,
  getObject,
  getPodTemplate,
  getContainer,
} from '../testing/synth-objects.ts';
import { PetStore } from './pet-store.ts';

const synthStore = (props: PetStoreProps = {}, namespace?: string): Synthesized[] =>
  synthObjects((chart) => new PetStore(chart, 'store', props), namespace);

describe('PetStore', () => {
  it('has a PersistentVolumeClaim for its pets if data is set', () => {
    const objects = synthStore({ data: { sizeGibibytes: 5, storageClass: 'fast' } });
    expect(listAddresses(objects)).toEqual([
      'PersistentVolumeClaim petstore/petstore-service',
      'Deployment petstore/petstore-service',
      'Service petstore/petstore-service',
    ]);
    expect(getObject('PersistentVolumeClaim', objects)['spec']).toEqual({
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '5Gi' } },
      storageClassName: 'fast',
    });
    expect(getPodTemplate(objects).spec).toMatchObject({
      securityContext: { fsGroup: 65_532, fsGroupChangePolicy: 'OnRootMismatch' },
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'petstore-service' } }],
    });
    expect(getContainer(objects)).toMatchObject({
      args: ['serve', '--address', '$(BIND_ADDRESS):6742', '--log-format', 'json', '--data', 'pets.db'],
      workingDir: '/var/lib/petstore',
      volumeMounts: [{ name: 'data', mountPath: '/var/lib/petstore' }],
    });
    expect(getObject('PersistentVolumeClaim', synthStore({ data: {} }))['spec']).toMatchObject({
      resources: { requests: { storage: '1Gi' } },
    });
  });

  it('is in the given namespace, or else in the namespace of its chart', () => {
    const getServiceNamespace = (objects: readonly Synthesized[]) => getObject('Service', objects).metadata.namespace;
    expect(getServiceNamespace(synthStore({}, 'shop'))).toBe('shop');
    expect(getServiceNamespace(synthStore({ namespace: 'zoo' }, 'shop'))).toBe('zoo');
  });

  it('has its address in the property address', () => {
    let address = '';
    synthObjects((chart) => (address = new PetStore(chart, 'store', { name: 'pets', namespace: 'zoo' }).address));
    expect(address).toBe('pets.zoo.svc.cluster.local:6742');
  });

  it('has a node port if nodePort is set, and never a host port', () => {
    expect(getObject('Service', synthStore({ nodePort: 30_642 }))['spec']).toMatchObject({
      type: 'NodePort',
      ports: [{ name: 'grpc', port: 6742, nodePort: 30_642 }],
    });
    expect(JSON.stringify(synthStore({ nodePort: 30_642, data: {} }))).not.toContain('hostPort');
  });

  it('uses the given image, sampling and resources', () => {
    const image = {
      repository: 'zoo.example/operator',
      tag: '7',
      pullPolicy: 'Always',
      pullSecrets: ['registry'],
    } as const;
    const objects = synthStore({ image, sampling: 0.5, resources: { memoryLimit: '512Mi' } });
    expect(getContainer(objects)).toMatchObject({
      image: 'zoo.example/operator:7',
      imagePullPolicy: 'Always',
      args: ['serve', '--address', '$(BIND_ADDRESS):6742', '--log-format', 'json', '--sampling', '0.5'],
      resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '512Mi' } },
    });
    expect(getPodTemplate(objects).spec.imagePullSecrets).toEqual([{ name: 'registry' }]);
    expect(getObject('Service', objects).metadata.labels).toMatchObject({ 'app.kubernetes.io/version': '7' });
  });

  it.each<[PetStoreProps, string]>([
    [{ name: '1pets' }, 'name must be a DNS label of at most 63 characters that starts with a letter, but is "1pets"'],
    [{ data: { sizeGibibytes: 0 } }, 'data.sizeGibibytes must be a whole number of at least 1, but is 0'],
    [{ sampling: 0 }, 'sampling must be "never", "always", or a share above 0 and at most 1, but is 0'],
    [{ sampling: 2 }, 'sampling must be "never", "always", or a share above 0 and at most 1, but is 2'],
  ])('throws for %j', (props, message) => {
    expect(() => synthStore(props)).toThrow(message);
  });
});
