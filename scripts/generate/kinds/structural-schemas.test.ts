import { describe, expect, it } from 'vitest';

import type { Schemas } from './schema.ts';
import { renderStructuralSchemas } from './structural-schemas.ts';

const core = 'io.k8s.api.core.v1';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const buildRef = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });

const schemas: Schemas = {
  [`${core}.Template`]: {
    type: 'object',
    description: 'Describes Pods.',
    required: ['size'],
    properties: {
      metadata: { allOf: [buildRef(`${meta}.ObjectMeta`)], default: {} },
      port: buildRef('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
      ports: {
        type: 'array',
        items: { allOf: [buildRef(`${core}.Port`)], default: {} },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['number', 'protocol'],
      },
      size: { allOf: [buildRef('io.k8s.apimachinery.pkg.api.resource.Quantity')], default: '' },
      within: buildRef(`${core}.Template`),
    },
  },
  [`${core}.Port`]: {
    type: 'object',
    required: ['number'],
    properties: {
      number: { type: 'integer', format: 'int32', default: 0 },
      protocol: { type: 'string', enum: ['TCP', 'UDP'], default: 'TCP' },
      secret: { type: 'string', default: '' },
    },
    'x-kubernetes-map-type': 'atomic',
  },
  [`${meta}.ObjectMeta`]: {
    type: 'object',
    properties: {
      labels: { type: 'object', additionalProperties: { type: 'string', default: '' } },
      uid: { type: 'string' },
    },
  },
};

const render = (types: readonly string[]): string => renderStructuralSchemas({ version: '1.99.4', schemas }, types);

describe('the structural schemas of types', () => {
  it('name their release', () => {
    expect(render([])).toContain("export const release = 'v1.99';");
  });

  it('have the types that they refer to, the keys of lists, and the defaults of optional fields only', () => {
    const [, returned = ''] = /^ {2}return (.*);$/m.exec(render([`${core}.Template`])) ?? [];
    expect(JSON.parse(returned)).toEqual({
      Port: {
        type: 'object',
        required: ['number'],
        'x-kubernetes-map-type': 'atomic',
        properties: {
          number: { type: 'integer', format: 'int32' },
          protocol: { type: 'string', enum: ['TCP', 'UDP'], default: 'TCP' },
          secret: { type: 'string', default: '' },
        },
      },
      Template: {
        type: 'object',
        required: ['size'],
        properties: {
          metadata: { $ref: 'TemplateMeta' },
          port: { $ref: 'IntOrString' },
          ports: {
            type: 'array',
            items: { $ref: 'Port' },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['number', 'protocol'],
          },
          size: { $ref: 'Quantity' },
          within: { $ref: 'Template' },
        },
      },
      TemplateMeta: {
        type: 'object',
        properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
      },
    });
  });

  it('fail for a type that no document has', () => {
    expect(() => render([`${core}.Gone`])).toThrow(`failed to find ${core}.Gone: correct structural-schemas.ts`);
  });
});
