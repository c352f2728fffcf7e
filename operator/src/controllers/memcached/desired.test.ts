import { describe, expect, it } from 'vitest';

import { buildDeployment, buildService } from './desired.ts';
import { someMemcached } from './testing/some-memcached.ts';

const image = 'memcached:1.6-alpine';
const labels = { app: 'memcached', memcached_cr: 'cache' };
const buildPodSpec = (...given: Parameters<typeof buildDeployment>) => buildDeployment(...given).spec?.template?.spec;
const buildContainer = (...given: Parameters<typeof buildDeployment>) => buildPodSpec(...given)?.containers?.[0];

describe('the Deployment', () => {
  it('has the name of the Memcached, its size, and nothing else', () => {
    expect(buildDeployment(someMemcached(), image)).toEqual({
      metadata: { name: 'cache', labels },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            automountServiceAccountToken: false,
            hostNetwork: null,
            securityContext: { runAsNonRoot: true, runAsUser: 11211, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                name: 'memcached',
                image,
                imagePullPolicy: 'IfNotPresent',
                command: ['memcached', '-m', '64', '-o', 'modern', '-v', '-p', '11211'],
                args: null,
                ports: [{ name: 'memcached', containerPort: 11211, protocol: 'TCP' }],
                readinessProbe: { tcpSocket: { port: 'memcached', host: null } },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'], add: null },
                  runAsUser: null,
                  runAsNonRoot: null,
                },
              },
            ],
          },
        },
      },
    });
  });

  it('BUG-MC-7 starts memcached on the port that the Pod declares', () => {
    const { command, ports } = buildContainer(someMemcached({ containerPort: 12000 }), image) ?? {};
    expect(command?.slice(-2)).toEqual(['-p', '12000']);
    expect(ports).toEqual([{ name: 'memcached', containerPort: 12000, protocol: 'TCP' }]);
  });

  it.each([
    'memcached',
    'registry.example.com:5000/caches/memcached',
    `memcached@sha256:${'0123456789abcdef'.repeat(4)}`,
    'registry.example.com:5000/memcached:1.6@sha256:00',
  ])('BUG-MC-4 uses the image %s unchanged, and not as a label', (given) => {
    const deployment = buildDeployment(someMemcached(), given);
    expect(deployment.spec?.template?.spec?.containers?.[0]?.image).toBe(given);
    expect(deployment.spec?.template?.metadata?.labels).toEqual(labels);
  });

  it('BUG-MC-3 has unique labels for each Memcached', () => {
    const other = { ...someMemcached(), metadata: { ...someMemcached().metadata, name: 'other' } };
    expect(buildDeployment(other, image).spec?.selector).toEqual({
      matchLabels: { app: 'memcached', memcached_cr: 'other' },
    });
  });
});

describe('the Service', () => {
  it('reaches the Pods at 11211, by the name of their port', () => {
    expect(buildService(someMemcached({ containerPort: 12000 }))).toEqual({
      metadata: { name: 'cache', labels },
      spec: {
        type: 'ClusterIP',
        selector: labels,
        ports: [{ name: 'memcached', port: 11211, protocol: 'TCP', targetPort: 'memcached' }],
      },
    });
  });
});

describe('both children', () => {
  it('depend only on the name, the spec and the image, so that a changed status causes no write', () => {
    const plain = someMemcached();
    const busy = {
      ...someMemcached({}, { nodes: ['a'], replicas: 1, observedGeneration: 2 }),
      metadata: { ...plain.metadata, resourceVersion: '99', annotations: { note: 'seen' }, labels: { team: 'web' } },
    };
    expect(buildDeployment(busy, image)).toEqual(buildDeployment(plain, image));
    expect(buildService(busy)).toEqual(buildService(plain));
  });
});
