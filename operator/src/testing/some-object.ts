import type { KubeObject, ObjectMeta } from '../runtime/base/index.ts';

/** A ConfigMap as the API server would answer with it. What is not given is made up from the name. */
export function someObject(metadata: Partial<ObjectMeta> & Pick<ObjectMeta, 'name'>): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      namespace: 'default',
      uid: `uid-of-${metadata.name}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...metadata,
    },
  };
}
