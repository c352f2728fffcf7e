import type { CrdSchema } from '@kubewright/declaration';

import type { CrdVersion } from '../crd.ts';
import { fields, type JudgedChange, statusOf, type ThingsClient, things, writeStatus } from './judged-change.ts';

const integer: CrdSchema = { type: 'integer' };
const text: CrdSchema = { type: 'string' };
const spec = fields({ it: text, size: integer, other: integer });
const status = fields({ size: integer });
const object = { spec: { it: 'a', size: 3, other: 4 } };
const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
const it = { jsonPath: '.spec.it' };

const replicas = async ({ call }: ThingsClient): Promise<unknown> => {
  const { body } = await call({ method: 'GET', path: `${things()}/stored/scale` });
  return (body as { spec?: unknown }).spec;
};
const selected = statusOf({ method: 'GET', path: things(), query: { fieldSelector: 'spec.it=a' } });

function row(change: Omit<JudgedChange, 'before' | 'after' | 'object'> & VersionChange): JudgedChange {
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
  readonly manifest?: JudgedChange['object'];
}

/** Changes of what a version offers beside its schema. */
export const ofVersions: readonly JudgedChange[] = [
  row({
    ...{ name: 'the subresource status goes', rule: 'subresource-removed', breaks: ['request'] },
    ...{ before: { subresources: { status: {} } }, after: {} },
    request: writeStatus,
  }),
  row({
    ...{ name: 'the subresource scale goes', rule: 'subresource-removed', breaks: ['request'] },
    ...{ before: { subresources: { scale } }, after: {}, request: replicas },
  }),
  row({
    ...{ name: 'the subresource status comes', rule: 'status-added', breaks: ['create'] },
    ...{ before: {}, after: { subresources: { status: {} } }, manifest: { ...object, status: { size: 3 } } },
  }),
  row({
    ...{ name: 'the subresource scale comes', rule: 'scale-added', breaks: [] },
    ...{ before: {}, after: { subresources: { scale } } },
  }),
  row({
    ...{ name: 'scale reads another field', rule: 'scale-changed', breaks: ['request'], request: replicas },
    before: { subresources: { scale } },
    after: { subresources: { scale: { ...scale, specReplicasPath: '.spec.other' } } },
  }),
  row({
    ...{ name: 'a field is no longer selectable', rule: 'selectable-field-removed', breaks: ['request'] },
    ...{ before: { selectableFields: [it] }, after: {}, request: selected },
  }),
  row({
    ...{ name: 'one more field is selectable', rule: 'selectable-field-added', breaks: [], request: selected },
    before: { selectableFields: [it] },
    after: { selectableFields: [it, { jsonPath: '.spec.size' }] },
  }),
  row({
    ...{ name: 'a column goes', rule: 'columns-changed', breaks: [] },
    before: { additionalPrinterColumns: [{ name: 'It', type: 'string', jsonPath: '.spec.it' }] },
    after: {},
  }),
];
