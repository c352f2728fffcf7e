import { describe, expect, it } from 'vitest';

import { column } from './column.ts';
import { cel } from './cel.ts';
import { defineApi } from './define-api.ts';
import type { JsonSchema } from '../base/index.ts';
import { t } from './t.ts';

const least = { group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({ name: t.string() }) } as const;

function getVersion(declaration: Parameters<typeof defineApi>[0]) {
  const [version] = defineApi(declaration).crd.spec.versions;
  if (version === undefined) throw new Error('no version');
  return version;
}
const getSchema = (declaration: Parameters<typeof defineApi>[0]): JsonSchema =>
  getVersion(declaration).schema.openAPIV3Schema;

describe('the CRD of an API', () => {
  it('is named by plural and group, and has all five names', () => {
    const { crd } = defineApi({ ...least, shortNames: ['cf'], categories: ['all'] });
    expect(crd).toMatchObject({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' });
    expect(crd.metadata).toEqual({ name: 'cafes.example.com' });
    expect(crd.spec.names).toEqual({
      kind: 'Cafe',
      listKind: 'CafeList',
      plural: 'cafes',
      singular: 'cafe',
      shortNames: ['cf'],
      categories: ['all'],
    });
  });

  it('omits short names and categories unless they are declared', () => {
    expect(Object.keys(defineApi(least).crd.spec.names)).toEqual(['kind', 'listKind', 'plural', 'singular']);
  });

  it('serves and stores its one version, namespaced by default', () => {
    const { spec } = defineApi(least).crd;
    expect(spec.scope).toBe('Namespaced');
    expect(spec.versions.map(({ name, served, storage }) => ({ name, served, storage }))).toEqual([
      { name: 'v1', served: true, storage: true },
    ]);
    expect(defineApi({ ...least, scope: 'Cluster' }).crd.spec.scope).toBe('Cluster');
  });

  it('shows the age after the columns of the declaration', () => {
    const columns = [column('Name', '.spec.name', { description: 'Its name.', priority: 1 })];
    expect(getVersion({ ...least, columns }).additionalPrinterColumns).toEqual([
      { name: 'Name', type: 'string', jsonPath: '.spec.name', description: 'Its name.', priority: 1 },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ]);
  });

  it('shows the age only where the declaration puts it', () => {
    const born = column('Born', '.metadata.creationTimestamp', { type: 'date' });
    for (const own of [born, column('AGE', '.spec.name')]) {
      const columns = [own, column('Name', '.spec.name')];
      expect(getVersion({ ...least, columns }).additionalPrinterColumns).toEqual(columns);
    }
  });

  it('has a scale subresource, with a selector only if the declaration has one', () => {
    const spec = t.object({ replicas: t.integer() });
    const status = t.object({ replicas: t.integer(), selector: t.string() });
    const scale = { spec: '.spec.replicas', status: '.status.replicas' };
    expect(getVersion({ ...least, spec, status, scale }).subresources).toEqual({
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    });
    expect(
      getVersion({ ...least, spec, status, scale: { ...scale, selector: '.status.selector' } }).subresources.scale,
    ).toHaveProperty('labelSelectorPath', '.status.selector');
    expect(getVersion(least).subresources).not.toHaveProperty('scale');
  });

  it('omits bounds that a scaled field has anyway, and keeps all others', () => {
    const int32 = { format: 'int32', minimum: 0, maximum: 2 ** 31 - 1, default: 3, description: 'Pods.' } as const;
    const status = t.object({ replicas: t.integer() });
    const buildField = (replicas: Parameters<typeof t.integer>[0]): JsonSchema | undefined => {
      const spec = t.object({ pool: t.object({ replicas: t.integer(replicas), others: t.integer(int32) }) });
      const scale = { spec: '.spec.pool.replicas', status: '.status.replicas' };
      const pool = getSchema({ ...least, spec, status, scale }).properties?.['spec']?.properties?.['pool'];
      expect(pool?.properties?.['others']).toEqual({ type: 'integer', ...int32 });
      return pool?.properties?.['replicas'];
    };
    expect(buildField(int32)).toEqual({ type: 'integer', default: 3, description: 'Pods.' });
    expect(buildField({ minimum: 1, maximum: 9 })).toEqual({ type: 'integer', minimum: 1, maximum: 9 });
    const above = { minimum: 0, exclusiveMinimum: true };
    expect(buildField(above)).toEqual({ type: 'integer', ...above, maximum: Number.MAX_SAFE_INTEGER });
  });

  it('always has a status with the fields that the runtime writes', () => {
    const bare = getSchema({ ...least, status: t.object({ guests: t.integer() }) }).properties?.['status'];
    expect(bare).not.toHaveProperty('required');
    expect(Object.keys(bare?.properties ?? {})).toEqual(['observedGeneration', 'guests', 'conditions']);
    expect(bare?.properties).toMatchObject({
      observedGeneration: { type: 'integer', format: 'int64' },
      conditions: t.conditions().json,
    });
    const none = getSchema(least).properties?.['status'];
    expect(Object.keys(none?.properties ?? {})).toEqual(['observedGeneration', 'conditions']);
    expect(getVersion(least).subresources).toEqual({ status: {} });
  });

  it('keeps conditions where the declaration puts them', () => {
    const own = t.array(t.object({ type: t.string() }), { keys: ['type'] });
    const schema = getSchema({ ...least, status: t.object({ conditions: own, guests: t.integer() }) });
    expect(Object.keys(schema.properties?.['status']?.properties ?? {})).toEqual([
      'observedGeneration',
      'conditions',
      'guests',
    ]);
    expect(schema.properties?.['status']?.properties?.['conditions']).toEqual(own.json);
  });

  it('lists selectable fields as JSON paths', () => {
    expect(getVersion({ ...least, selectableFields: ['.spec.name'] }).selectableFields).toEqual([
      { jsonPath: '.spec.name' },
    ]);
    expect(getVersion(least)).not.toHaveProperty('selectableFields');
  });

  it('never requires spec or status: otherwise an object stored without them could not be deleted', () => {
    const schema = getSchema({ ...least, status: t.object({ conditions: t.conditions() }) });
    expect(schema).not.toHaveProperty('required');
    expect(Object.keys(schema.properties ?? {})).toEqual(['apiVersion', 'kind', 'metadata', 'spec', 'status']);
  });

  it('has the labels and annotations of the declaration', () => {
    const marks = { labels: { tier: 'web' }, annotations: { 'example.com/team': 'a' } };
    expect(defineApi({ ...least, ...marks }).crd.metadata).toEqual({ name: 'cafes.example.com', ...marks });
    expect(defineApi({ ...least, labels: {}, annotations: {} }).crd.metadata).toEqual({ name: 'cafes.example.com' });
  });

  it('has the declared singular name and link to documentation', () => {
    const externalDocs = { url: 'https://example.com' };
    expect(defineApi({ ...least, singular: 'caffe' }).crd.spec.names.singular).toBe('caffe');
    expect(getSchema({ ...least, externalDocs }).externalDocs).toEqual(externalDocs);
  });

  it('lists the stored version first, without a conversion', () => {
    const spec = t.object({ name: t.optional(t.string()) });
    const otherVersions = [
      { version: 'v1beta1', spec, deprecated: true, columns: [column('Name', '.spec.name')] },
      { version: 'v1alpha1', spec, deprecated: 'use v1', served: false },
    ] as const;
    const { versions, conversion } = defineApi({ ...least, otherVersions, description: 'A cafe.' }).crd.spec;
    expect(
      versions.map(({ schema: _schema, additionalPrinterColumns: columns, ...rest }) => [rest, columns.length]),
    ).toEqual([
      [{ name: 'v1', served: true, storage: true, subresources: { status: {} } }, 1],
      [{ name: 'v1beta1', served: true, storage: false, deprecated: true, subresources: { status: {} } }, 2],
      [
        {
          ...{ name: 'v1alpha1', served: false, storage: false, subresources: { status: {} } },
          ...{ deprecated: true, deprecationWarning: 'use v1' },
        },
        1,
      ],
    ]);
    expect(versions.map(({ schema }) => schema.openAPIV3Schema.description)).toEqual(Array(3).fill('A cafe.'));
    expect(versions[1]?.schema.openAPIV3Schema.properties?.['spec']).toMatchObject(spec.json);
    expect(conversion).toEqual({ strategy: 'None' });
    expect(defineApi(least).crd.spec).not.toHaveProperty('conversion');
  });

  it('can mark its only version as deprecated', () => {
    expect(getVersion({ ...least, deprecated: true })).toMatchObject({ deprecated: true, storage: true });
    expect(getVersion({ ...least, deprecated: 'goes soon' })).toMatchObject({ deprecationWarning: 'goes soon' });
    expect(getVersion(least)).not.toHaveProperty('deprecated');
  });

  it('omits empty values, which the API server drops', () => {
    const columns = [column('Name', '.spec.name', { priority: 0, description: '' })];
    const version = getVersion({ ...least, columns, selectableFields: [], description: '' });
    expect(version.additionalPrinterColumns[0]).toEqual({ name: 'Name', type: 'string', jsonPath: '.spec.name' });
    expect(version).not.toHaveProperty('selectableFields');
    expect(version.schema.openAPIV3Schema).not.toHaveProperty('description');
    expect(defineApi({ ...least, shortNames: [], categories: [] }).crd.spec.names).not.toHaveProperty('shortNames');
  });

  it('requires a spec on creation, and rejects its removal later', () => {
    expect(getSchema(least)['x-kubernetes-validations']).toEqual([
      {
        rule: 'has(self.spec) || oldSelf.hasValue() && !has(oldSelf.value().spec)',
        message: 'spec is required',
        reason: 'FieldValueRequired',
        fieldPath: '.spec',
        optionalOldSelf: true,
      },
    ]);
  });

  it('checks rules on every write, and creation rules only without an old object', () => {
    const rules = [cel('self.spec.name != ""', 'spec.name must not be empty')];
    const creationRules = [cel('self.metadata.name.size() < 9', 'metadata.name is too long')];
    expect(getSchema({ ...least, rules, creationRules })['x-kubernetes-validations']?.slice(1)).toEqual([
      { rule: 'self.spec.name != ""', message: 'spec.name must not be empty', fieldPath: '.spec.name' },
      {
        rule: 'oldSelf.hasValue() || (self.metadata.name.size() < 9)',
        message: 'metadata.name is too long',
        fieldPath: '.metadata',
        optionalOldSelf: true,
      },
    ]);
  });

  it('describes spec and status even if the declaration does not', () => {
    const { properties, description } = getSchema({ ...least, status: t.object({}), description: 'A cafe.' });
    expect(description).toBe('A cafe.');
    expect(properties?.['spec']?.description).toBe('The desired state.');
    expect(properties?.['status']?.description).toBe('The observed state.');
    expect(getSchema({ ...least, spec: t.object({}, { description: 'Wanted.' }) }).properties?.['spec']).toMatchObject({
      description: 'Wanted.',
    });
  });
});
