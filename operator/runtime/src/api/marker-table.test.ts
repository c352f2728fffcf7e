import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import * as api from './index.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) +\| `(.+?)` +\| `(.+?)` +\|$/gm)].map(
  ([, marker = '', ours = '', crd = '']) => [marker, ours, crd] as const,
);

/** The kubebuilder markers with an equivalent here, by their spelling; most begin with `kubebuilder:validation:`. */
const markers = {
  numbers: ['Minimum', 'Maximum', 'ExclusiveMinimum', 'ExclusiveMaximum', 'MultipleOf'],
  text: ['MinLength', 'MaxLength', 'Pattern', 'Format'],
  values: ['Enum=a;b', 'Enum=1;2', 'Type'],
  lists: ['MinItems', 'MaxItems', 'UniqueItems', 'items:MaxLength', 'listType=atomic', 'listType=set', 'listType=map'],
  keys: ['listMapKey', 'mapType', 'structType', 'MinProperties', 'MaxProperties'],
  rules: argumentsOf('XValidation', 'rule message messageExpression reason fieldPath optionalOldSelf'),
  sugar: ['AtMostOneOf', 'ExactlyOneOf', 'AtLeastOneOf', 'k8s:immutable'],
  presence: ['required', 'optional', 'nullable', 'k8s:required', 'k8s:optional'],
  presenceByGroup: ['validation:Required', 'validation:Optional'],
  about: ['default', 'kubebuilder:default', 'kubebuilder:example', 'title', 'externalDocs'],
  freedom: [
    'XPreserveUnknownFields',
    'pruning:PreserveUnknownFields',
    'Schemaless',
    'EmbeddedResource',
    'XIntOrString',
  ],
  names: ['groupName', 'versionName', ...argumentsOf('resource', 'path singular shortName categories scope')],
  subresources: ['subresource:status', ...argumentsOf('subresource:scale', 'specpath statuspath selectorpath')],
  columns: argumentsOf('printcolumn', 'name type JSONPath description format priority'),
  fields: ['selectablefield', ...argumentsOf('metadata', 'labels annotations')],
  versions: ['storageversion', 'unservedversion', 'skipversion', 'deprecatedversion:warning'],
};

/** The kubebuilder markers without an equivalent here; the page says what to do instead. */
const markersLeftOut = {
  packages: ['kubebuilder:skip', 'validation:Required', 'validation:Optional'],
  rights: argumentsOf('rbac', 'groups resources verbs resourceNames urls namespace roleName'),
  webhooks: [
    ...argumentsOf('webhook', 'path url mutating failurePolicy sideEffects groups resources verbs versions name'),
    ...argumentsOf('webhook', 'matchPolicy timeoutSeconds admissionReviewVersions reinvocationPolicy'),
    ...argumentsOf('webhook', 'serviceName serviceNamespace servicePort'),
    'webhookconfiguration',
  ],
  others: ['object', 'applyconfiguration', 'schemapatch'],
};

function argumentsOf(marker: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${marker}:${name}`);
}

/** `a`, `a:b` and `a:c` where a text names `a:b,c`; `a` and `a=1` where it names `a=1`. */
function markersIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) => {
    const [, marker = '', names] = /^([^=]*?)(?::([^:=]+))?(?:=.*)?$/.exec(span) ?? [];
    return [span, marker, ...(names?.split(',') ?? []).map((name) => `${marker}:${name}`)];
  });
}

const leftOut = /^Not supported, and what to use instead[^]*?(?=^## )/m.exec(page)?.[0] ?? '';
/** The text before the colon of each item. */
const itemsLeftOut = [...leftOut.matchAll(/^- ((?:.|\n)+?): /gm)].map(([, item = '']) => item);

/** The API to which the rows about whole APIs add. */
const cafe = {
  ...{ group: 'example.com', version: 'v1', kind: 'Cafe' },
  ...{
    spec: api.t.object({ size: api.t.integer() }),
    status: api.t.object({ size: api.t.integer(), selector: api.t.string() }),
  },
};

function resultOf(expression: string): unknown {
  const scope = { ...api, api: cafe };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page is ours, and what it shows has to be true
  const evaluate = new Function(...Object.keys(scope), `return ${expression};`) as (...values: unknown[]) => unknown;
  return evaluate(...Object.values(scope));
}

/** A value and all that it is made of. */
function partsOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [value];
}

describe('the table for kubebuilder users', () => {
  it.each(Object.values(markers).flat())('has a row for %s', (marker) => {
    expect(rows.flatMap(([first]) => markersIn(first))).toContain(marker);
  });

  it.each(Object.values(markersLeftOut).flat())('is followed by what to do instead of %s', (marker) => {
    expect(itemsLeftOut.flatMap(markersIn)).toContain(marker);
  });

  it('has no row that this test does not read', () => {
    expect(page.split('\n').filter((line) => line.startsWith('| ')).length).toBe(rows.length + 2);
  });

  it('spells markers as kubebuilder does', () => {
    expect(markersIn('`a:b,c`, `d=1` and `e:f=2`')).toEqual(
      expect.arrayContaining(['a', 'a:b', 'a:c', 'd', 'd=1', 'e:f']),
    );
    expect(markersIn('a, `XPreserve`')).not.toContain('a');
    expect(markersIn('`XPreserve`')).not.toContain('Preserve');
  });

  it.each(rows)('names an equivalent of %s that gives the stated schema: %s', (_marker, ours, crd) => {
    const wanted: unknown = parse(crd);
    expect(partsOf(resultOf(ours))).toContainEqual(expect.objectContaining(nested(wanted)));
  });
});

/** Matches objects that have more, and lists whose items have more. */
function nested(wanted: unknown): Record<string, unknown> {
  const entries = Object.entries(wanted as object).map(([name, value]: [string, unknown]) => [name, matching(value)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function matching(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(matching);
  return typeof value === 'object' && value !== null ? expect.objectContaining(nested(value)) : value;
}
