import { describe, expectTypeOf, it } from 'vitest';

import type { Condition, Kind } from '../base/index.ts';
import type { Desired } from '../reconcile/index.ts';
import type {
  Affinity,
  Deployment,
  EnvVar,
  LabelSelector,
  LocalObjectReference,
  PodTemplateSpec,
  ResourceRequirements,
  Toleration,
} from '../kinds/index.ts';
import {
  cel,
  defineApi,
  t,
  type Api,
  type InputOf,
  type JsonValue,
  type ResourceOf,
  type Stored,
  type Written,
} from './index.ts';

declare function stored<S>(schema: S): Stored<S>;
declare function written<S>(schema: S): Written<S>;
declare function toResource<A extends Kind>(api: A): ResourceOf<A>;
declare function toInput<A extends Api>(api: A): InputOf<A>;

describe('scalars', () => {
  it('are stored and written as themselves', () => {
    const schemas = { s: t.string(), i: t.integer(), n: t.number(), b: t.boolean(), m: t.intOrString() };
    expectTypeOf(stored(schemas.s)).toEqualTypeOf<string>();
    expectTypeOf(stored(schemas.i)).toEqualTypeOf<number>();
    expectTypeOf(stored(schemas.n)).toEqualTypeOf<number>();
    expectTypeOf(stored(schemas.b)).toEqualTypeOf<boolean>();
    expectTypeOf(stored(schemas.m)).toEqualTypeOf<number | string>();
    expectTypeOf(written(schemas.m)).toEqualTypeOf<number | string>();
  });

  it('state whether they have a default', () => {
    expectTypeOf(t.string().presence).toEqualTypeOf<'required'>();
    expectTypeOf(t.string({ minLength: 1 }).presence).toEqualTypeOf<'required'>();
    expectTypeOf(t.string({ default: '' }).presence).toEqualTypeOf<'defaulted'>();
    expectTypeOf(t.integer({ default: 0 }).presence).toEqualTypeOf<'defaulted'>();
    expectTypeOf(t.boolean({ default: false }).presence).toEqualTypeOf<'defaulted'>();
    expectTypeOf(t.optional(t.string()).presence).toEqualTypeOf<'optional'>();
  });
});

describe('enums', () => {
  it('are the union of their values', () => {
    const schema = t.enum(['dog', 'cat'], { default: 'cat' });
    expectTypeOf(stored(schema)).toEqualTypeOf<'dog' | 'cat'>();
    expectTypeOf(schema.presence).toEqualTypeOf<'defaulted'>();
  });
});

describe('objects', () => {
  const schema = t.object({
    wanted: t.string(),
    filledIn: t.integer({ default: 1 }),
    maybe: t.optional(t.boolean()),
    inner: t.object({ a: t.string({ default: 'x' }), b: t.optional(t.string()) }),
  });

  it('are stored with their defaults', () => {
    expectTypeOf(stored(schema)).toEqualTypeOf<{
      readonly wanted: string;
      readonly filledIn: number;
      readonly maybe?: boolean;
      readonly inner: { readonly a: string; readonly b?: string };
    }>();
  });

  it('are written without properties that have a default', () => {
    expectTypeOf(written(schema)).toEqualTypeOf<{
      readonly wanted: string;
      readonly filledIn?: number;
      readonly maybe?: boolean;
      readonly inner: { readonly a?: string; readonly b?: string };
    }>();
  });

  it('are optional if they have a default', () => {
    const outer = t.object({ inner: t.object({ a: t.string({ default: 'x' }) }, { default: {} }) });
    expectTypeOf(stored(outer)).toEqualTypeOf<{ readonly inner: { readonly a: string } }>();
    expectTypeOf(written(outer)).toEqualTypeOf<{ readonly inner?: { readonly a?: string } }>();
  });
});

describe('types beyond JSON schema', () => {
  it('can be a union, any JSON, or a whole object', () => {
    expectTypeOf(stored(t.enum([1, 2], { default: 1 }))).toEqualTypeOf<1 | 2>();
    expectTypeOf(stored(t.quantity())).toEqualTypeOf<number | string>();
    expectTypeOf(stored(t.unknown())).toEqualTypeOf<Exclude<JsonValue, null>>();
    expectTypeOf(stored(t.embeddedResource()).kind).toEqualTypeOf<string>();
    expectTypeOf(stored(t.embeddedResource())['spec']).toEqualTypeOf<unknown>();
    // @ts-expect-error -- all values are strings, or all are numbers
    t.enum(['a', 1]);
    // @ts-expect-error -- rules cannot read a value of any type
    t.unknown({ rules: [] });
    // @ts-expect-error -- the default lacks a kind
    t.embeddedResource({ default: { apiVersion: 'v1' } });
  });

  it('can be null if nullable, stored and written', () => {
    const schema = t.object({ a: t.nullable(t.string({ default: 'x' })), b: t.optional(t.nullable(t.integer())) });
    expectTypeOf(stored(schema)).toEqualTypeOf<{ readonly a: string | null; readonly b?: number | null }>();
    expectTypeOf(written(schema)).toEqualTypeOf<{ readonly a?: string | null; readonly b?: number | null }>();
  });

  it('can hold undeclared properties if they preserve unknown fields', () => {
    const open = t.object({ a: t.string() }, { preserveUnknownFields: true, default: { a: '' } });
    expectTypeOf(stored(open).a).toEqualTypeOf<string>();
    expectTypeOf(stored(open)['b']).toEqualTypeOf<unknown>();
    expectTypeOf(open.presence).toEqualTypeOf<'defaulted'>();
  });

  it('have examples of their own type, and only known formats', () => {
    // @ts-expect-error -- not a number
    t.integer({ example: 'a' });
    // @ts-expect-error -- misspelt
    t.string({ format: 'datetime' });
  });
});

describe('lists and records', () => {
  it('have a stored and a written type', () => {
    const item = t.object({ name: t.string(), size: t.integer({ default: 1 }) });
    const list = t.array(item, { keys: ['name'], default: [{ name: 'a' }] });
    const record = t.record(item);
    type StoredItem = { readonly name: string; readonly size: number };
    type WrittenItem = { readonly name: string; readonly size?: number };
    expectTypeOf(stored(list)).toEqualTypeOf<readonly StoredItem[]>();
    expectTypeOf(written(list)).toEqualTypeOf<readonly WrittenItem[]>();
    expectTypeOf(stored(record)).toEqualTypeOf<Readonly<Record<string, StoredItem>>>();
    expectTypeOf(written(record)).toEqualTypeOf<Readonly<Record<string, WrittenItem>>>();
    expectTypeOf(list.presence).toEqualTypeOf<'defaulted'>();
  });

  it('reject a default of another type', () => {
    // @ts-expect-error -- numbers are not strings
    t.array(t.string(), { default: [1] });
    // @ts-expect-error -- the item has no name
    t.array(t.object({ name: t.string() }), { default: [{}] });
    // @ts-expect-error -- a string is not a number
    t.record(t.integer(), { default: { a: 'b' } });
  });

  it('type conditions as Kubernetes does', () => {
    const schema = t.object({ conditions: t.conditions() });
    expectTypeOf(stored(schema)).toEqualTypeOf<{ readonly conditions: readonly Condition[] }>();
  });
});

describe('options', () => {
  it('are checked for misspellings, even next to a correct one', () => {
    // @ts-expect-error -- misspelt
    t.string({ description: 'A name.', minLenght: 1 });
    // @ts-expect-error -- `minLength` is an option of strings
    t.integer({ minimum: 1, minLength: 1 });
    // @ts-expect-error -- `minimum` is an option of numbers
    t.enum(['a'], { default: 'a', minimum: 1 });
    // @ts-expect-error -- misspelt
    t.array(t.string(), { minItems: 1, listTyp: 'set' });
    // @ts-expect-error -- `maxItems` is an option of lists
    t.record(t.string(), { minProperties: 1, maxItems: 1 });
    // @ts-expect-error -- `minItems` is an option of lists
    t.object({}, { mapType: 'atomic', minItems: 1 });
  });

  it('require a default of the right type', () => {
    // @ts-expect-error -- none of the values
    t.enum(['a', 'b'], { default: 'c' });
    // @ts-expect-error -- a string is not a number
    t.integer({ default: '1' });
    // @ts-expect-error -- `a` is missing
    t.object({ a: t.string() }, { default: {} });
    // @ts-expect-error -- numbers are not strings
    t.object({ a: t.string() }, { default: { a: 1 } });
  });
});

describe('defineApi', () => {
  const Cafe = defineApi({
    group: 'example.com',
    version: 'v1',
    kind: 'Cafe',
    spec: t.object({ name: t.string(), tables: t.integer({ default: 4 }) }),
    status: t.object({ guests: t.integer(), conditions: t.conditions() }),
    creationRules: [cel('true', 'never')],
  });
  const cafe = toResource(Cafe);

  it('returns the stored object: a spec with defaults, and a status with optional fields', () => {
    expectTypeOf(cafe.spec).toEqualTypeOf<{ readonly name: string; readonly tables: number }>();
    expectTypeOf(cafe.status?.guests).toEqualTypeOf<number | undefined>();
    expectTypeOf(cafe).toHaveProperty('status').toBeNullable();
    expectTypeOf(cafe.metadata.uid).toEqualTypeOf<string>();
  });

  it('returns the object that users write', () => {
    expectTypeOf(toInput(Cafe).spec).toEqualTypeOf<{ readonly name: string; readonly tables?: number }>();
    expectTypeOf(toInput(Cafe)).not.toHaveProperty('status');
  });

  it('accepts an API without a status', () => {
    const Plain = defineApi({
      group: 'example.com',
      version: 'v1',
      kind: 'Plain',
      spec: t.object({ size: t.integer() }),
    });
    expectTypeOf(toResource(Plain).spec).toEqualTypeOf<{ readonly size: number }>();
  });
});

describe("Kubernetes' own types", () => {
  it('are those of the built-in kinds', () => {
    expectTypeOf(stored(t.podTemplateSpec())).toExtend<PodTemplateSpec>();
    expectTypeOf(stored(t.podTemplateSpec())).toExtend<NonNullable<Desired<Deployment>['spec']>['template']>();
    expectTypeOf(written(t.affinity())).toEqualTypeOf<Affinity>();
    expectTypeOf(stored(t.array(t.envVar(), { keys: ['name'] }))).toEqualTypeOf<readonly EnvVar[]>();
    expectTypeOf(stored(t.labelSelector())).toEqualTypeOf<LabelSelector>();
    expectTypeOf(stored(t.localObjectReference())).toEqualTypeOf<LocalObjectReference>();
    expectTypeOf(stored(t.resourceRequirements())).toEqualTypeOf<ResourceRequirements>();
    expectTypeOf(stored(t.toleration())).toEqualTypeOf<Toleration>();
    expectTypeOf(stored(t.duration())).toEqualTypeOf<string>();
  });

  it('state whether they have a default', () => {
    expectTypeOf(t.toleration().presence).toEqualTypeOf<'required'>();
    expectTypeOf(t.toleration({ default: { key: 'a' } }).presence).toEqualTypeOf<'defaulted'>();
    expectTypeOf(t.optional(t.podTemplateSpec()).presence).toEqualTypeOf<'optional'>();
    expectTypeOf(t.duration({ default: '5m' }).presence).toEqualTypeOf<'defaulted'>();
  });

  it('reject a default of another type, and other externalDocs', () => {
    // @ts-expect-error -- a container needs a name
    t.podTemplateSpec({ default: { spec: { containers: [{ image: 'nginx' }] } } });
    // @ts-expect-error -- no such operator
    t.toleration({ default: { operator: 'perhaps' } });
    // @ts-expect-error -- the builder itself links to the reference of Kubernetes
    t.envVar({ externalDocs: { url: 'https://example.com' } });
    // @ts-expect-error -- a duration is text
    t.duration({ default: 300 });
  });
});
