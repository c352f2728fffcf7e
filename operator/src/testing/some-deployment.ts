import type { Deployment } from '../runtime/kinds/index.ts';
import { someObject } from './some-object.ts';

/** A Deployment of generation 2, as far as its status matters. */
export function someDeployment(status: Deployment['status'], metadata: object = {}): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...someObject({ name: 'home', generation: 2 }).metadata, ...metadata },
    spec: { selector: {}, template: { metadata: {}, spec: { containers: [] } } },
    ...(status !== undefined && { status }),
  };
}
