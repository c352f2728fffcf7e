import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import * as api from './index.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) +\| `(.+?)` +\| `(.+?)` +\|$/gm)].map(
  ([, marker = '', ours = '', crd = '']) => [marker, ours, crd] as const,
);

/**
 * The kubebuilder markers that have an equivalent in Kubewright, grouped by topic. Most are below
 * `kubebuilder:validation:`.
 */
const markers = {
  numbers: ['Minimum', 'Maximum', 'ExclusiveMinimum', 'ExclusiveMaximum', 'MultipleOf'],
  text: ['MinLength', 'MaxLength', 'Pattern', 'Format'],
  values: ['Enum=a;b', 'Enum=1;2', 'Type'],
  lists: ['MinItems', 'MaxItems', 'UniqueItems', 'items:MaxLength', 'listType=atomic', 'listType=set', 'listType=map'],
  keys: ['listMapKey', 'mapType', 'structType', 'MinProperties', 'MaxProperties'],
  rules: listArguments('XValidation', 'rule message messageExpression reason fieldPath optionalOldSelf'),
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
  names: ['groupName', 'versionName', ...listArguments('resource', 'path singular shortName categories scope')],
  subresources: ['subresource:status', ...listArguments('subresource:scale', 'specpath statuspath selectorpath')],
  columns: listArguments('printcolumn', 'name type JSONPath description format priority'),
  fields: ['selectablefield', ...listArguments('metadata', 'labels annotations')],
  versions: ['storageversion', 'unservedversion', 'skipversion', 'deprecatedversion:warning'],
};

/** The kubebuilder markers without an equivalent in Kubewright. The page suggests alternatives. */
const markersLeftOut = {
  packages: ['kubebuilder:skip', 'validation:Required', 'validation:Optional'],
  rights: listArguments('rbac', 'groups resources verbs resourceNames urls namespace roleName'),
  webhooks: [
    ...listArguments('webhook', 'path url mutating failurePolicy sideEffects groups resources verbs versions name'),
    ...listArguments('webhook', 'matchPolicy timeoutSeconds admissionReviewVersions reinvocationPolicy'),
    ...listArguments('webhook', 'serviceName serviceNamespace servicePort'),
    'webhookconfiguration',
  ],
  others: ['object', 'applyconfiguration', 'schemapatch'],
};

function listArguments(marker: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${marker}:${name}`);
}

/** The markers that a text of the page names: `a`, `a:b` and `a:c` for `a:b,c`; `a` and `a=1` for `a=1`. */
function listMarkers(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) => {
    const [, marker = '', names] = /^([^=]*?)(?::([^:=]+))?(?:=.*)?$/.exec(span) ?? [];
    return [span, marker, ...(names?.split(',') ?? []).map((name) => `${marker}:${name}`)];
  });
}

const leftOut = /^Not supported, and what to use instead[^]*?(?=^## )/m.exec(page)?.[0] ?? '';
/** The text before the colon of each list item. */
const itemsLeftOut = [...leftOut.matchAll(/^- ((?:.|\n)+?): /gm)].map(([, item = '']) => item);

/** The API that the examples in the table extend. */
const cafe = {
  ...{ group: 'example.com', version: 'v1', kind: 'Cafe' },
  ...{
    spec: api.t.object({ size: api.t.integer() }),
    status: api.t.object({ size: api.t.integer(), selector: api.t.string() }),
  },
};

function evaluateMarker(expression: string): unknown {
  const scope = { ...api, api: cafe };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page is ours, and what it shows has to be true
  const evaluate = new Function(...Object.keys(scope), `return ${expression};`) as (...values: unknown[]) => unknown;
  return evaluate(...Object.values(scope));
}

/** A value and all of its parts. */
function listParts(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(listParts)] : [value];
}

describe('the table for kubebuilder users', () => {
  it.each(Object.values(markers).flat())('has a row for %s', (marker) => {
    expect(rows.flatMap(([first]) => listMarkers(first))).toContain(marker);
  });

  it.each(Object.values(markersLeftOut).flat())('is followed by what to do instead of %s', (marker) => {
    expect(itemsLeftOut.flatMap(listMarkers)).toContain(marker);
  });

  it('has no row that this test does not parse', () => {
    const [table = ''] = page.split("\n## Kubernetes' own types");
    expect(table.split('\n').filter((line) => line.startsWith('| ')).length).toBe(rows.length + 2);
  });

  it.each(rows)('names an equivalent of %s that gives the stated schema: %s', (_marker, ours, crd) => {
    const wanted: unknown = parse(crd);
    expect(listParts(evaluateMarker(ours))).toContainEqual(expect.objectContaining(matchNested(wanted)));
  });
});

/** Matches objects with additional fields, and lists whose items have additional fields. */
function matchNested(wanted: unknown): Record<string, unknown> {
  const entries = Object.entries(wanted as object).map(([name, value]: [string, unknown]) => [name, matchValue(value)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function matchValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(matchValue);
  return typeof value === 'object' && value !== null ? expect.objectContaining(matchNested(value)) : value;
}
