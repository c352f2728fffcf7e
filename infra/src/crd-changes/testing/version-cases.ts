import type { CrdSchema } from '@kubewright/declaration';

import type { CrdVersion } from '../crd.ts';
import {
  buildSpecSchema,
  type ChangeCase,
  requestStatus,
  type ThingsClient,
  getThingsPath,
  writeStatus,
} from './change-case.ts';

const integer: CrdSchema = { type: 'integer' };
const text: CrdSchema = { type: 'string' };
const spec = buildSpecSchema({ it: text, size: integer, other: integer });
const status = buildSpecSchema({ size: integer });
const object = { spec: { it: 'a', size: 3, other: 4 } };
const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
const it = { jsonPath: '.spec.it' };

const readScale = async ({ call }: ThingsClient): Promise<unknown> => {
  const { body } = await call({ method: 'GET', path: `${getThingsPath()}/stored/scale` });
  return (body as { spec?: unknown }).spec;
};
const selected = requestStatus({ method: 'GET', path: getThingsPath(), query: { fieldSelector: 'spec.it=a' } });

function createVersionCase(change: Omit<ChangeCase, 'before' | 'after' | 'object'> & VersionChange): ChangeCase {
  const { before, after, manifest = object, ...more } = change;
  return {
    ...{ ...more, object: manifest },
    before: { spec, status, version: before },
    after: { spec, status, version: after },
  };
}

interface VersionChange {
  readonly before: Partial<CrdVersion>;
  readonly after: Partial<CrdVersion>;
  readonly manifest?: ChangeCase['object'];
}

/** Changes of a version outside its schema. */
export const ofVersions: readonly ChangeCase[] = [
  createVersionCase({
    ...{ name: 'the status subresource is removed', rule: 'subresource-removed', breaks: ['request'] },
    ...{ before: { subresources: { status: {} } }, after: {} },
    request: writeStatus,
  }),
  createVersionCase({
    ...{ name: 'the scale subresource is removed', rule: 'subresource-removed', breaks: ['request'] },
    ...{ before: { subresources: { scale } }, after: {}, request: readScale },
  }),
  createVersionCase({
    ...{ name: 'the status subresource is added', rule: 'status-added', breaks: ['create'] },
    ...{ before: {}, after: { subresources: { status: {} } }, manifest: { ...object, status: { size: 3 } } },
  }),
  createVersionCase({
    ...{ name: 'the scale subresource is added', rule: 'scale-added', breaks: [] },
    ...{ before: {}, after: { subresources: { scale } } },
  }),
  createVersionCase({
    ...{ name: 'scale reads another field', rule: 'scale-changed', breaks: ['request'], request: readScale },
    before: { subresources: { scale } },
    after: { subresources: { scale: { ...scale, specReplicasPath: '.spec.other' } } },
  }),
  createVersionCase({
    ...{ name: 'a field is no longer selectable', rule: 'selectable-field-removed', breaks: ['request'] },
    ...{ before: { selectableFields: [it] }, after: {}, request: selected },
  }),
  createVersionCase({
    ...{ name: 'one more field is selectable', rule: 'selectable-field-added', breaks: [], request: selected },
    before: { selectableFields: [it] },
    after: { selectableFields: [it, { jsonPath: '.spec.size' }] },
  }),
  createVersionCase({
    ...{ name: 'a column is removed', rule: 'columns-changed', breaks: [] },
    before: { additionalPrinterColumns: [{ name: 'It', type: 'string', jsonPath: '.spec.it' }] },
    after: {},
  }),
];
