import { describe, expect, it } from 'vitest';

import type { Schema } from './schema.ts';
import { formatProperties, formatType } from './type-text.ts';

const shortenName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const formatText = (schema: Schema): string => formatType(schema, shortenName);

describe('formatType', () => {
  it.each<[string, Schema, string]>([
    ['a string', { type: 'string' }, 'string'],
    ['a time', { type: 'string', format: 'date-time' }, 'string'],
    ['a boolean', { type: 'boolean' }, 'boolean'],
    ['an integer', { type: 'integer', format: 'int64' }, 'number'],
    ['a number', { type: 'number' }, 'number'],
    ['anything', {}, 'unknown'],
    ['an enum', { type: 'string', enum: ['A', ''] }, '"A" | ""'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'readonly (string)[]'],
    ['a list of an enum', { type: 'array', items: { enum: ['A', 'B'] } }, 'readonly ("A" | "B")[]'],
    ['a list of anything', { type: 'array' }, 'readonly (unknown)[]'],
    ['an object without properties', { type: 'object' }, 'Readonly<Record<string, unknown>>'],
    [
      'an object with any further field',
      { type: 'object', additionalProperties: true },
      'Readonly<Record<string, unknown>>',
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, 'Readonly<Record<string, number>>'],
    ['a nullable string', { type: 'string', nullable: true }, 'string | null'],
    ['a reference', { $ref: '#/components/schemas/io.example.v1.Thing' }, 'Thing'],
    ['a reference with a default', { allOf: [{ $ref: '#/components/schemas/io.example.v1.Thing' }] }, 'Thing'],
    ['a choice', { oneOf: [{ type: 'integer' }, { type: 'string' }] }, '(number) | (string)'],
    ['a choice of equals', { anyOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
    ['several at once', { allOf: [{ $ref: 'a.A' }, { $ref: 'b.B' }] }, '(A) & (B)'],
  ])('writes %s', (_what, schema, expected) => {
    expect(formatText(schema)).toBe(expected);
  });

  it('inlines an object with its properties', () => {
    expect(formatText({ type: 'object', properties: { a: { type: 'string' } } })).toBe('{\nreadonly "a"?: string;\n}');
  });

  it('throws for an unknown type', () => {
    expect(() => formatText({ type: 'file' })).toThrow('failed to write a type for "file"');
  });
});

describe('formatProperties', () => {
  it('has optional members, except the required ones', () => {
    const properties: Schema['properties'] = { name: { type: 'string' }, image: { type: 'string' } };
    expect(formatProperties({ properties, required: ['name'] }, shortenName)).toBe(
      'readonly "name": string;\nreadonly "image"?: string;',
    );
  });

  it('treats a property named $ref as a property', () => {
    expect(formatProperties({ properties: { $ref: { type: 'string' } } }, shortenName)).toBe(
      'readonly "$ref"?: string;',
    );
  });
});
