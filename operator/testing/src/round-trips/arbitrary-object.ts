import fc from 'fast-check';

import type { Api, JsonSchema } from '@kubewright/runtime/internal/api';
import { formatApiVersion, type KubeObject } from '@kubewright/runtime/internal/base';
import { arbitraryValue } from './arbitrary-value.ts';

/** Generates arbitrary stored objects of a version. */
export function arbitraryKubeObject(api: Api): fc.Arbitrary<KubeObject> {
  const { spec, status } = getSchemas(api);
  const content = fc.record<Record<string, unknown>, string>(
    { spec: arbitraryValue(spec), status: arbitraryValue(status) },
    { requiredKeys: ['spec'] },
  );
  return content.map((each) => buildObject(api, each));
}

/** The schemas of the spec and the status. */
export function getSchemas({ crd }: Api): Readonly<Record<'spec' | 'status', JsonSchema>> {
  const { spec = {}, status = {} } = crd.spec.versions[0]?.schema.openAPIV3Schema.properties ?? {};
  return { spec, status };
}

/** Builds an object as the API server returns it. Adds missing metadata. */
export function buildObject(api: Api, content: object, metadata: object = {}): KubeObject {
  return {
    apiVersion: formatApiVersion(api),
    kind: api.kind,
    metadata: {
      name: 'blue',
      ...(api.namespaced && { namespace: 'bar' }),
      uid: '01234567-89ab-cdef-0123-456789abcdef',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...metadata,
    },
    ...content,
  };
}
