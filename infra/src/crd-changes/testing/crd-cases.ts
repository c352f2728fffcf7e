import type { CrdSchema } from '@kubewright/declaration';

import type { CrdVersion } from '../crd.ts';
import { buildSpecSchema, type ChangeCase, type ThingsClient, getThingsPath } from './change-case.ts';

const text: CrdSchema = { type: 'string' };
const spec = buildSpecSchema({ it: text });
const object = { spec: { it: 'a' } };
const other = { name: 'v2', served: true, storage: false, spec };
const stored: Partial<CrdVersion> = { storage: true };
const notStored: Partial<CrdVersion> = { storage: false };
const everything = ['read', 'update', 'edit', 'create'] as const;
const renamed = { ...other, spec: buildSpecSchema({ its: text }) };

/** Lists the short names in the discovery. Throws until the API server lists the new kind. */
const listShortNames = async ({ call }: ThingsClient): Promise<unknown> => {
  const { body } = await call({ method: 'GET', path: '/v1' });
  const { resources = [] } = body as { resources?: { name: string; shortNames?: unknown }[] };
  const thing = resources.find(({ name }) => name === 'things');
  if (thing === undefined) throw new Error('the kind is not listed yet');
  return thing.shortNames;
};

const readListKind = async ({ call }: ThingsClient): Promise<unknown> => {
  const { body } = await call({ method: 'GET', path: getThingsPath() });
  return (body as { kind?: string }).kind;
};

/** Writes an object in v2, and returns the spec that v1 reads. */
const readAfterWriteInV2 = async ({ call }: ThingsClient): Promise<unknown> => {
  await call({
    method: 'PATCH',
    path: `${getThingsPath('v2')}/stored`,
    body: { metadata: { labels: { written: 'in-v2' } } },
    contentType: 'application/merge-patch+json',
  });
  const { body } = await call({ method: 'GET', path: `${getThingsPath()}/stored` });
  return (body as { spec?: unknown }).spec;
};

const readInV2 = async ({ call }: ThingsClient): Promise<unknown> => {
  const { body } = await call({ method: 'GET', path: `${getThingsPath('v2')}/stored` });
  return (body as { spec?: unknown }).spec;
};

/** Changes of names, scope and versions. */
export const ofDefinitions: readonly ChangeCase[] = [
  {
    ...{ name: 'the CRD is deleted', rule: 'crd-removed', object },
    ...{ before: { spec }, after: undefined, breaks: everything },
  },
  {
    ...{ name: 'another scope', rule: 'scope-changed', object },
    ...{ before: { spec }, after: { spec, scope: 'Cluster' }, breaks: ['crd'] },
  },
  {
    ...{ name: 'another kind', rule: 'kind-changed', object },
    ...{ before: { spec }, after: { spec, names: { kind: 'Matter' } }, breaks: ['crd'] },
  },
  {
    ...{ name: 'another kind of the list', rule: 'kind-changed', object, request: readListKind },
    ...{ before: { spec }, after: { spec, names: { listKind: 'Things' } }, breaks: ['request'] },
  },
  {
    ...{ name: 'a short name is removed', rule: 'kubectl-name-removed', object, request: listShortNames },
    ...{ before: { spec, names: { shortNames: ['th'] } }, after: { spec }, breaks: ['request'] },
  },
  {
    ...{ name: 'a short name is added', rule: 'kubectl-name-added', object, breaks: [] },
    ...{ before: { spec }, after: { spec, names: { shortNames: ['th'] } } },
  },
  {
    ...{ name: 'a version is served in addition to the old one', rule: 'version-added', object, breaks: [] },
    ...{ before: { spec }, after: { spec, otherVersions: [other] }, request: readAfterWriteInV2 },
  },
  {
    ...{ name: 'a version is served again', rule: 'version-added', object, breaks: [] },
    before: { spec, otherVersions: [{ ...other, served: false }] },
    after: { spec, otherVersions: [other] },
  },
  {
    ...{ name: 'a version is deprecated', rule: 'version-deprecated', object, breaks: [] },
    ...{ before: { spec }, after: { spec, version: { deprecated: true } } },
  },
  {
    ...{ name: 'a version is no longer served', rule: 'version-not-served', object, version: 'v2', breaks: everything },
    before: { spec, otherVersions: [other] },
    after: { spec, otherVersions: [{ ...other, served: false }] },
  },
  {
    ...{ name: 'a served version is removed', rule: 'version-not-served', object, version: 'v2', breaks: everything },
    ...{ before: { spec, otherVersions: [other] }, after: { spec } },
  },
  {
    ...{ name: 'the stored version is removed', rule: 'stored-version-removed', object, breaks: ['crd'] },
    before: { spec, otherVersions: [other] },
    after: { spec, version: { name: 'v2' } },
  },
  {
    ...{ name: 'a version that is not served is removed', rule: 'unserved-version-removed', object, breaks: [] },
    ...{ before: { spec, otherVersions: [{ ...other, served: false }] }, after: { spec } },
  },
  {
    ...{ name: 'another known version is stored', rule: 'storage-version-changed', object, breaks: [] },
    before: { spec, otherVersions: [other] },
    after: { spec, version: notStored, otherVersions: [{ ...other, ...stored }] },
  },
  {
    ...{ name: 'a new version is stored at once', rule: 'storage-version-unknown', object, breaks: ['return'] },
    before: { spec },
    after: { spec, version: notStored, otherVersions: [{ ...other, ...stored }] },
  },
  {
    ...{ name: 'a new version lacks a field', rule: 'version-without-conversion', object, request: readAfterWriteInV2 },
    before: { spec },
    ...{ after: { spec, otherVersions: [renamed] }, breaks: ['request'] },
  },
  {
    ...{ name: 'the new storage version lacks a field', rule: 'version-without-conversion', object },
    before: { spec, otherVersions: [renamed] },
    after: { spec, version: notStored, otherVersions: [{ ...renamed, ...stored }] },
    breaks: ['update', 'edit', 'create'],
  },
  {
    ...{ name: 'a webhook converts from now on', rule: 'conversion-added', object, breaks: [] },
    before: { spec, otherVersions: [{ ...renamed, served: false }] },
    after: { spec, otherVersions: [{ ...renamed, served: false }], conversion: 'Webhook' },
  },
  {
    ...{ name: 'a new version is converted', rule: 'version-added', object, breaks: [], request: readAfterWriteInV2 },
    ...{ before: { spec }, after: { spec, otherVersions: [renamed], conversion: 'Webhook' } },
  },
  {
    ...{
      name: 'the conversion is removed',
      rule: 'conversion-removed',
      object,
      breaks: ['request'],
      request: readInV2,
    },
    before: { spec, otherVersions: [renamed], conversion: 'Webhook' },
    after: { spec, otherVersions: [renamed] },
  },
];
