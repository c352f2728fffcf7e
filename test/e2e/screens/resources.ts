import type { Manifest } from '../../support/manifests.ts';
import { echo, scheduledEcho } from '../echo/echos.ts';
import { memcached } from '../memcached/caches.ts';
import { pet, thor, tron } from '../pet/pets.ts';
import { nodePorts } from '../web-server/node-ports.ts';
import { simulatedServer } from '../web-server/servers.ts';

/** The resources of a kind on the page: one that is Ready, and one that something prevents from being Ready. */
export interface Shown {
  readonly kind: string;
  readonly works: (namespace: string) => Manifest;
  readonly hindered: (namespace: string) => Manifest;
  /** The reason why the second one is not Ready. */
  readonly reason: string;
}

const nodePort = nodePorts.screens;

function immortalContainer(namespace: string, name: string): Manifest {
  return {
    ...{ apiVersion: 'immortalcontainer.flugel.it/v1alpha1', kind: 'ImmortalContainer' },
    metadata: { namespace, name },
    ...{ spec: { image: 'example.com/phoenix:1' } },
  };
}

export const shown: readonly Shown[] = [
  {
    kind: 'ImmortalContainer',
    works: (namespace) => immortalContainer(namespace, 'phoenix'),
    hindered: (namespace) => immortalContainer(namespace, 'short'),
    reason: 'Forbidden',
  },
  {
    kind: 'Echo',
    works: (namespace) => echo({ namespace }, 'hello'),
    hindered: (namespace) => echo({ namespace }, 'short'),
    reason: 'FailedCreate',
  },
  {
    kind: 'ScheduledEcho',
    works: (namespace) => scheduledEcho({ namespace }, 'hello'),
    hindered: (namespace) => scheduledEcho({ namespace }, 'never', { schedule: 'never' }),
    reason: 'Invalid',
  },
  {
    kind: 'WebServer',
    works: (namespace) => simulatedServer(namespace, 'home', { nodePort }),
    hindered: (namespace) => simulatedServer(namespace, 'late', { nodePort, replicas: 0 }),
    reason: 'NodePortTaken',
  },
  {
    kind: 'Memcached',
    works: (namespace) => memcached(namespace, 'shop', { size: 1 }),
    hindered: (namespace) => memcached(namespace, 'short', { size: 1 }),
    reason: 'FailedCreate',
  },
  {
    kind: 'Pet',
    works: (namespace) => pet(namespace, 'thor', { ...thor, birthday: '2021-04-01' }),
    hindered: (namespace) => pet(namespace, 'tron', { ...tron, birthday: '2020-06-25' }),
    reason: 'StoreUnavailable',
  },
];
