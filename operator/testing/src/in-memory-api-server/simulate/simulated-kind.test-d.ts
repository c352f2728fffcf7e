import { describe, it } from 'vitest';

import {
  ConfigMap,
  CronJob,
  Deployment,
  Job,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Service,
} from '@kubewright/runtime/kinds';
import { createInMemoryApiServer } from '../in-memory-api-server.ts';
import { failing } from './simulated-kind.ts';

const server = createInMemoryApiServer();

describe('simulate', () => {
  it('accepts kinds with a simulated controller only', () => {
    server.simulate([Deployment, Job]);
    // @ts-expect-error -- a Pod has no controller to simulate
    server.simulate([Pod]);
    // @ts-expect-error -- a Service never becomes ready
    server.simulate([Service]);
    // @ts-expect-error -- a ConfigMap never becomes ready
    server.simulate([ConfigMap]);
    // @ts-expect-error -- simulate the Deployment instead
    server.simulate([ReplicaSet]);
    // @ts-expect-error -- claims cannot be simulated
    server.simulate([PersistentVolumeClaim]);
    // @ts-expect-error -- CronJobs cannot be simulated
    server.simulate([CronJob]);
  });

  it('gives the selection of failures objects of the kind', () => {
    server.simulate([failing(Job, ({ spec }) => spec.backoffLimit === 0)]);
    // @ts-expect-error -- a Deployment has no backoff limit
    server.simulate([failing(Deployment, ({ spec }) => spec.backoffLimit === 0)]);
    // @ts-expect-error -- a Service cannot be simulated
    failing(Service);
  });
});
