import type { CrdSchema } from '@kubewright/declaration';
import { describe, expect, it } from 'vitest';

import { type ForeignCrd, renderForeignKind } from './render-foreign-kind.ts';

const string = { type: 'string' } as const;

function buildCrd(openAPIV3Schema: CrdSchema, kind = 'Oven'): ForeignCrd {
  return {
    spec: {
      group: 'ovens.example.org',
      scope: 'Namespaced',
      names: { kind, plural: 'ovens' },
      versions: [{ name: 'v1', schema: { openAPIV3Schema } }],
    },
  };
}

function render(openAPIV3Schema: CrdSchema, kind?: string): string {
  return renderForeignKind(buildCrd(openAPIV3Schema, kind), { version: 'v1', crdFile: './oven.crd.json' });
}

/** The lines of the fields in the interface of the spec. */
function renderFields(properties: Readonly<Record<string, CrdSchema>>, required: readonly string[] = []): string[] {
  const spec: CrdSchema = { type: 'object', properties, required };
  const text = render({ type: 'object', properties: { spec } });
  const [, body = ''] = /export interface OvenSpec \{\n([^]*?)\n\}/.exec(text) ?? [];
  return body.split('\n').map((line) => line.trim());
}

describe('the module of a kind of others', () => {
  it('has its interfaces with comments, and the typed kind with its CRD', () => {
    const text = render({
      type: 'object',
      description: 'Oven bakes. It does so for long.',
      required: ['spec'],
      properties: {
        apiVersion: string,
        kind: string,
        metadata: { type: 'object' },
        spec: {
          type: 'object',
          description: 'What to bake.',
          required: ['racks'],
          properties: {
            racks: {
              type: 'array',
              items: { type: 'object', description: 'One rack.', required: ['name'], properties: { name: string } },
            },
          },
        },
        status: { type: 'object', properties: { phase: { type: 'string', enum: ['Cold', 'Hot'] } } },
      },
    });
    expect(text).toBe(`import type { Kind, NamespacedObject } from '@kubewright/runtime';

/** Oven bakes. */
export interface Oven extends NamespacedObject {
  /** What to bake. */
  readonly spec: OvenSpec;
  readonly status?: OvenStatus;
}

export const Oven: Kind<Oven> = {
  group: 'ovens.example.org',
  version: 'v1',
  kind: 'Oven',
  plural: 'ovens',
  namespaced: true,
  crdFile: new URL('./oven.crd.json', import.meta.url),
};

export interface OvenSpec {
  readonly racks: readonly OvenRack[];
}

/** One rack. */
export interface OvenRack {
  readonly name: string;
}

export interface OvenStatus {
  readonly phase?: 'Cold' | 'Hot';
}
`);
  });

  it.each([
    ['class', 'Class'],
    ['my-oven', 'MyOven'],
    ['kind', 'KindObject'],
  ])('has a valid name for the kind %s', (kind, name) => {
    const text = render({ type: 'object' }, kind);
    expect(text).toContain(`export interface ${name} extends NamespacedObject`);
    expect(text).toContain(`export const ${name}: Kind<${name}> = {`);
    expect(text).toContain(`kind: '${kind}',`);
  });

  it.each<[string, CrdSchema, string]>([
    ['a number', { type: 'integer', format: 'int32' }, 'number'],
    [
      'an int-or-string',
      { anyOf: [{ type: 'integer' }, string], 'x-kubernetes-int-or-string': true },
      'number | string',
    ],
    ['a nullable field', { ...string, nullable: true }, 'string | null'],
    ['a nullable enumeration', { ...string, nullable: true, enum: ["it's", '"b"', null] }, `"it's" | '"b"' | null`],
    ['a list', { type: 'array', items: string }, 'readonly string[]'],
    ['a list of choices', { type: 'array', items: { ...string, enum: ['a', 'b'] } }, "readonly ('a' | 'b')[]"],
    ['a list of lists', { type: 'array', items: { type: 'array', items: string } }, 'readonly (readonly string[])[]'],
    ['a map', { type: 'object', additionalProperties: string }, 'Readonly<Record<string, string>>'],
    ['a map of anything', { type: 'object', additionalProperties: true }, 'Readonly<Record<string, unknown>>'],
    [
      'an object of any fields',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      'Readonly<Record<string, unknown>>',
    ],
    ['an object without fields', { type: 'object' }, 'Readonly<Record<string, never>>'],
    ['anything', { 'x-kubernetes-preserve-unknown-fields': true, nullable: true }, 'unknown'],
  ])('types %s', (_, schema, type) => {
    expect(renderFields({ field: schema })).toEqual([`readonly field?: ${type};`]);
  });

  it('types embedded objects, and objects that may have other fields', () => {
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;
    const text = render({
      type: 'object',
      properties: {
        spec: { ...open, properties: { template: { ...open, 'x-kubernetes-embedded-resource': true } } },
      },
    });
    expect(text).toContain(
      'export interface OvenSpec {\n  readonly template?: OvenTemplate;\n  readonly [field: string]: unknown;\n}',
    );
    expect(text).toContain(
      'export interface OvenTemplate {\n  readonly apiVersion: string;\n  readonly kind: string;\n  readonly metadata?: Readonly<Record<string, unknown>>;',
    );
  });

  it('has optional fields if they are not required or have a default, and quotes names', () => {
    const fields = { a: string, b: { ...string, default: 'x' }, 'c-d': string };
    expect(renderFields(fields, ['a', 'b', 'c-d'])).toEqual([
      'readonly a: string;',
      'readonly b?: string;',
      "readonly 'c-d': string;",
    ]);
  });

  it('breaks a long line between the choices', () => {
    const many = Array.from({ length: 12 }, (_, index) => `Choice${String(index)}`);
    const lines = renderFields({ field: { ...string, enum: many } });
    expect(lines.slice(0, 2)).toEqual(['readonly field?:', "| 'Choice0'"]);
    expect(lines.at(-1)).toBe("| 'Choice11';");
  });

  it('names equal objects of one field once, and others with as many words of their paths as make them unique', () => {
    const ref: CrdSchema = { type: 'object', properties: { name: string } };
    const text = render({
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            door: { type: 'object', properties: { ref, size: { type: 'object', properties: { wide: string } } } },
            shelves: {
              type: 'array',
              items: { type: 'object', properties: { ref, size: { type: 'object', properties: { deep: string } } } },
            },
          },
        },
      },
    });
    const names = [...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name);
    expect(names).toEqual(['Oven', 'OvenSpec', 'OvenDoor', 'OvenRef', 'OvenDoorSize', 'OvenShelve', 'OvenShelveSize']);
  });

  it('does not hide a global type by the name of the kind', () => {
    expect(render({ type: 'object' }, 'Record')).toContain('export const RecordObject: Kind<RecordObject> = {');
  });

  it('needs the version in the CRD', () => {
    expect(() => renderForeignKind(buildCrd({}), { version: 'v2', crdFile: './oven.crd.json' })).toThrow(
      'failed to type Oven: its CRD lacks the version v2',
    );
  });
});
