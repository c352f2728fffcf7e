import type { Manifest } from '../../support/manifests.ts';
import { buildEcho, buildScheduledEcho } from '../echo/echos.ts';
import { buildMemcached } from '../memcached/caches.ts';
import { buildPet, thor, tron } from '../pet/pets.ts';
import { nodePorts } from '../web-server/node-ports.ts';
import { buildSimulatedServer } from '../web-server/servers.ts';

/** The custom resources of a kind that a documentation page shows: one is Ready, and one is not. */
export interface ScreenResource {
  readonly kind: string;
  readonly works: (namespace: string) => Manifest;
  readonly hindered: (namespace: string) => Manifest;
  /** Why the second custom resource is not Ready: the reason of its condition. */
  readonly reason: string;
}

const nodePort = nodePorts.screens;

function buildImmortalContainer(namespace: string, name: string): Manifest {
  return {
    ...{ apiVersion: 'immortalcontainer.flugel.it/v1alpha1', kind: 'ImmortalContainer' },
    metadata: { namespace, name },
    ...{ spec: { image: 'example.com/phoenix:1' } },
  };
}

export const shown: readonly ScreenResource[] = [
  {
    kind: 'ImmortalContainer',
    works: (namespace) => buildImmortalContainer(namespace, 'phoenix'),
    hindered: (namespace) => buildImmortalContainer(namespace, 'short'),
    reason: 'Forbidden',
  },
  {
    kind: 'Echo',
    works: (namespace) => buildEcho({ namespace }, 'hello'),
    hindered: (namespace) => buildEcho({ namespace }, 'short'),
    reason: 'FailedCreate',
  },
  {
    kind: 'ScheduledEcho',
    works: (namespace) => buildScheduledEcho({ namespace }, 'hello'),
    hindered: (namespace) => buildScheduledEcho({ namespace }, 'never', { schedule: 'never' }),
    reason: 'Invalid',
  },
  {
    kind: 'WebServer',
    works: (namespace) => buildSimulatedServer(namespace, 'home', { nodePort }),
    hindered: (namespace) => buildSimulatedServer(namespace, 'late', { nodePort, replicas: 0 }),
    reason: 'NodePortTaken',
  },
  {
    kind: 'Memcached',
    works: (namespace) => buildMemcached(namespace, 'shop', { size: 1 }),
    hindered: (namespace) => buildMemcached(namespace, 'short', { size: 1 }),
    reason: 'FailedCreate',
  },
  {
    kind: 'Pet',
    works: (namespace) => buildPet(namespace, 'thor', { ...thor, birthday: '2021-04-01' }),
    hindered: (namespace) => buildPet(namespace, 'tron', { ...tron, birthday: '2020-06-25' }),
    reason: 'StoreUnavailable',
  },
];
