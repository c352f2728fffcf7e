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
    // @ts-expect-error -- its Pods would run somewhere
    server.simulate([Pod]);
    // @ts-expect-error -- nothing becomes ready
    server.simulate([Service]);
    // @ts-expect-error -- nothing becomes ready
    server.simulate([ConfigMap]);
    // @ts-expect-error -- its Deployment is simulated
    server.simulate([ReplicaSet]);
    // @ts-expect-error -- no volume is bound
    server.simulate([PersistentVolumeClaim]);
    // @ts-expect-error -- creates Jobs
    server.simulate([CronJob]);
  });

  it('gives the selection of failures objects of the kind', () => {
    server.simulate([failing(Job, ({ spec }) => spec.backoffLimit === 0)]);
    // @ts-expect-error -- a Deployment has no backoff limit
    server.simulate([failing(Deployment, ({ spec }) => spec.backoffLimit === 0)]);
    // @ts-expect-error -- it cannot be simulated
    failing(Service);
  });
});
