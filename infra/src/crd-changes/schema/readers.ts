import type { Difference } from '../change.ts';
import type { Schema } from '../crd.ts';
import type { ChangeRule } from '../rules.ts';
import { valuesOf } from './node.ts';

/** What reads other fields than its own: a CEL rule, or the keys of a list. */
interface Reader {
  readonly path: string;
  /** For people. */
  readonly text: string;
  readonly reads: (difference: Difference) => boolean;
}

/** Differences that are compatible alone, judged with what reads their field in both schemas. */
export function judgeReaders(
  differences: readonly Difference[],
  { before, after }: { readonly before: Schema; readonly after: Schema },
): Difference[] {
  const old = new Set(readersIn(before).map(identity));
  const unchanged = readersIn(after).filter((reader) => old.has(identity(reader)));
  return differences.map((difference) => {
    const reader = unchanged.find(({ reads }) => reads(difference));
    if (reader === undefined) return difference;
    return { ...difference, rule: 'read-elsewhere', what: `${difference.what}, which ${reader.text} reads` };
  });
}

function identity({ path, text }: Reader): string {
  return `${path} ${text}`;
}

function readersIn(schema: Schema, path = ''): Reader[] {
  const rules = (schema['x-kubernetes-validations'] ?? []).map(({ rule }) => ruleReader(rule, path));
  return [...rules, ...keyReaders(schema, path), ...below(schema, path).flatMap(([at, each]) => readersIn(each, at))];
}

function below(schema: Schema, path: string): (readonly [path: string, schema: Schema])[] {
  const values = valuesOf(schema);
  return [
    ...Object.entries(schema.properties ?? {}).map(
      ([name, each]) => [path === '' ? name : `${path}.${name}`, each] as const,
    ),
    ...(values === undefined ? [] : [[`${path}{}`, values] as const]),
    ...(schema.items === undefined ? [] : [[`${path}[]`, schema.items] as const]),
  ];
}

/** A key must always be there. An API server accepts another type. */
function keyReaders(schema: Schema, path: string): Reader[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const rules: readonly ChangeRule[] = ['required-removed', 'null-accepted'];
  return keys.map((key) => ({
    path,
    text: `the key ${key} of a list`,
    reads: ({ rule, path: at }) => rules.includes(rule) && at === `${path}[].${key}`,
  }));
}

function ruleReader(rule: string, path: string): Reader {
  return {
    path,
    text: `the rule ${rule}`,
    reads: (difference) => {
      if (changesCount(difference) && isWithin(path, difference.path)) return true;
      return (
        changesCel(difference) && isWithin(difference.path, path) && names(rule, difference.path.slice(path.length))
      );
    },
  };
}

/** How often a rule below runs: the API server limits the estimated cost of all its runs. */
function changesCount({ rule, what }: Difference): boolean {
  return rule === 'limit-widened' && /^max(Items|Properties):/.test(what);
}

/** The type of a value in CEL, or its size, from which the API server estimates the cost of a rule. */
function changesCel({ rule, what }: Difference): boolean {
  if (rule === 'type-widened' || rule === 'enum-widened') return true;
  if (rule === 'limit-widened') return /^max(Items|Length|Properties):/.test(what);
  return rule === 'format-widened' && /^format:.*"(byte|date|date-?time|duration)"/.test(what);
}

function isWithin(inner: string, outer: string): boolean {
  return outer === '' || (inner.startsWith(outer) && /^([.[{]|$)/.test(inner.slice(outer.length)));
}

/**
 * Whether a rule may read the value at a path below it: the rule names each field on the way, or takes a value above as a
 * whole, such as `self == oldSelf`. What `has()` names is not taken as a whole.
 */
function names(rule: string, below: string): boolean {
  const fields = below.split(/[.[\]{}]+/).filter((name) => name !== '');
  if (fields.every((field) => new RegExp(`\\b${escaped(field)}\\b`).test(rule))) return true;
  const text = rule.replace(/\bhas\((?:[^()]|\([^()]*\))*\)/g, '');
  const variables = [...text.matchAll(/\.\w+\(\s*(\w+)\s*,/g)].map(([, name = '']) => name);
  return ['self', 'oldSelf', ...variables, ...fields.slice(0, -1)].some((name) => isWhole(text, name));
}

function isWhole(text: string, name: string): boolean {
  return new RegExp(`\\b${escaped(name)}\\b(?!\\s*[.,?[(])`).test(text);
}

function escaped(name: string): string {
  return name.replace(/[^\w]/g, '\\$&');
}
