import { distance } from 'fastest-levenshtein';

import { type Fault, fault, type Shape } from './shape.ts';

export type Shapes = Readonly<Record<string, Shape>>;

/**
 * An object with these properties and no others: what nobody knows is a mistake, mostly of spelling.
 *
 * @param hint what to do if it is none
 */
export function object(required: Shapes, optional: Shapes = {}, hint = ''): Shape {
  return objectOf(required, optional, (value, at) =>
    Object.keys(value)
      .filter((key) => !Object.hasOwn(required, key) && !Object.hasOwn(optional, key) && value[key] !== undefined)
      .map((key) =>
        unknownKey(join(at, key), instead(key, [...Object.keys(required), ...Object.keys(optional)], hint)),
      ),
  );
}

/** An object with these properties. Others are ignored: a newer generator may write them. */
export function openObject(required: Shapes, optional: Shapes = {}): Shape {
  return objectOf(required, optional, () => []);
}

/** An object with any keys, whose values all have the shape. */
export function record(each: Shape, key?: Shape): Shape {
  return {
    schema: { type: 'object', additionalProperties: each.schema, ...(key && { propertyNames: key.schema }) },
    faults(value, at) {
      if (!isRecord(value)) return [fault(at, 'an object', value)];
      return Object.entries(value).flatMap(([name, one]) => [
        ...(key?.faults(name, '') ?? []).map(({ text }) => ({
          at,
          text: `${at}: ${text.replace('the document', 'a key')}`,
        })),
        ...each.faults(one, join(at, name)),
      ]);
    },
  };
}

/** An object of this shape, or `false`. */
export function orFalse(shape: Shape): Shape {
  return {
    schema: { anyOf: [{ const: false }, shape.schema] },
    faults(value, at) {
      if (value === false) return [];
      return isRecord(value) ? shape.faults(value, at) : [fault(at, 'an object, or false', value)];
    },
  };
}

/** Any object: what is in it is checked elsewhere, as `what` says. */
export function anyObject(what: string): Shape {
  return { schema: { type: 'object' }, faults: (value, at) => (isRecord(value) ? [] : [fault(at, what, value)]) };
}

function objectOf(required: Shapes, optional: Shapes, others: (value: Fields, at: string) => readonly Fault[]): Shape {
  const shapes = { ...required, ...optional };
  const properties = Object.fromEntries(Object.entries(shapes).map(([key, { schema }]) => [key, schema]));
  return {
    schema: { type: 'object', properties, required: Object.keys(required), additionalProperties: false },
    faults(value, at) {
      if (!isRecord(value)) return [fault(at, 'an object', value)];
      const known = Object.entries(shapes).flatMap(([key, shape]) =>
        Object.hasOwn(required, key) || value[key] !== undefined ? shape.faults(value[key], join(at, key)) : [],
      );
      return [...known, ...others(value, at)];
    },
  };
}

/** Without the value, which may be a secret in the wrong place. */
function unknownKey(at: string, instead: string): Fault {
  return { at, text: `${at} is unknown: ${instead}` };
}

function instead(key: string, known: readonly string[], hint: string): string {
  const meant = nearest(key, known);
  return meant === undefined ? `known are ${known.join(', ')}${hint}` : `did you mean ${meant}?`;
}

/** Pure: the known word that was probably meant; `undefined` if none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typos = Math.max(1, Math.floor(word.length / 3));
  const near = known
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= typos)
    .sort((a, b) => a.far - b.far);
  return near[0]?.each;
}

type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`;
}
