import { isDeepStrictEqual } from 'node:util';
import { type CrdSchema, getMember, type ValidationRule } from '@kubewright/declaration';

import { type ChangeRule, type Difference, formatValue, formatStep } from './rules.ts';

/** The schemas of one field before and after the change. */
export interface SchemaPair {
  readonly before: CrdSchema;
  readonly after: CrdSchema;
  /** Path of the field; empty at the root. */
  readonly path: string;
  /**
   * Whether the API server rejected null in this field before the change, instead of dropping it: it does so for list
   * items and required fields.
   */
  readonly rejectedNull?: boolean;
}

/** For each JSON Schema type, the other types whose values it also accepts. */
const accepts: Readonly<Record<string, readonly string[]>> = {
  number: ['integer'],
  'integer or string': ['integer', 'string'],
};

export function compareTypes({ before, after, path }: SchemaPair): Difference[] {
  const getType = (schema: CrdSchema): string =>
    schema['x-kubernetes-int-or-string'] === true ? 'integer or string' : (schema.type ?? 'anything');
  const [old, now] = [getType(before), getType(after)];
  if (old === now) return [];
  const isWider = now === 'anything' || accepts[now]?.includes(old) === true;
  return [{ rule: isWider ? 'type-widened' : 'type-changed', path, what: `type: ${old} -> ${now}` }];
}

/** Compares the allowed values of one type, and how they are merged. */
export function compareValues(node: SchemaPair): Difference[] {
  const { before, after, path } = node;
  const { default: old } = before;
  const isEmbedded = (schema: CrdSchema): boolean => schema['x-kubernetes-embedded-resource'] === true;
  const ofDefault = after.default === undefined ? 'default-removed' : 'default-changed';
  const titles = (['description', 'title'] as const).filter((keyword) => before[keyword] !== after[keyword]);
  const compareKeyword = (rule: ChangeRule, keyword: string, [was, is]: readonly unknown[]): Difference[] =>
    isDeepStrictEqual(was, is) ? [] : [{ rule, path, what: `${keyword}: ${formatStep(was, is)}` }];
  return [
    ...compareKeyword('embedded-resource-changed', 'x-kubernetes-embedded-resource', [
      isEmbedded(before),
      isEmbedded(after),
    ]),
    ...compareKeyword(getNullRule(node), 'nullable', [before.nullable === true, after.nullable === true]),
    ...compareKeyword(old === undefined ? 'default-added' : ofDefault, 'default', [old, after.default]),
    ...compareEnums(node),
    ...[
      ...limits.flatMap((limit) => compareLimit(node, limit)),
      ...compareMultiples(node),
      ...compareDefaultedProperties(node),
    ],
    ...compareKeyword(after.pattern === undefined ? 'format-widened' : 'format-narrowed', 'pattern', [
      ...[before.pattern, after.pattern],
    ]),
    ...compareFormats(node),
    ...(['allOf', 'anyOf', 'oneOf', 'not'] as const).flatMap((keyword) => {
      const [was, is] = [getCombination(before, keyword), getCombination(after, keyword)];
      return compareKeyword(is === undefined ? 'combination-removed' : 'combination-changed', keyword, [was, is]);
    }),
    ...compareRules(node),
    ...compareKeyword('merge-changed', 'merged', [describeMerge(before), describeMerge(after)]).map(withoutQuotes),
    ...titles.map((keyword) => ({ rule: 'described', path, what: `another ${keyword}` }) as const),
  ];
}

function withoutQuotes({ what, ...difference }: Difference): Difference {
  return { ...difference, what: what.replaceAll('"', '') };
}

/**
 * If null is not accepted, an API server replaces it with the default or drops it; it rejects null only for a required
 * value.
 */
function getNullRule({ before, after, rejectedNull = false }: SchemaPair): ChangeRule {
  const wasRejected = rejectedNull && before.default === undefined;
  return after.nullable !== true ? 'null-dropped' : wasRejected ? 'null-accepted' : 'null-kept';
}

function compareEnums({ before: { enum: old }, after: { enum: now }, path }: SchemaPair): Difference[] {
  const narrowed = (what: string): Difference[] => [{ rule: 'enum-narrowed', path, what: `enum: ${what}` }];
  const widened = (what: string): Difference[] => [{ rule: 'enum-widened', path, what: `enum: ${what}` }];
  if (now === undefined) return old === undefined ? [] : widened('any value');
  if (old === undefined) return narrowed(`only ${formatValue(now)}`);
  const listMissing = (from: readonly unknown[], other: readonly unknown[]): unknown[] =>
    from.filter((value) => !other.some((each) => isDeepStrictEqual(each, value)));
  const [gone, added] = [listMissing(old, now), listMissing(now, old)];
  if (gone.length > 0) return narrowed(`without ${formatValue(gone)}`);
  return added.length > 0 ? widened(`also ${formatValue(added)}`) : [];
}

const limits = [
  { keyword: 'minimum', exclusive: 'exclusiveMinimum', none: -Infinity, narrows: 1 },
  ...(['minLength', 'minItems', 'minProperties'] as const).map((keyword) => ({ keyword, none: 0, narrows: 1 })),
  { keyword: 'maximum', exclusive: 'exclusiveMaximum', none: Infinity, narrows: -1 },
  ...(['maxLength', 'maxItems', 'maxProperties'] as const).map((keyword) => ({ keyword, none: Infinity, narrows: -1 })),
] as const;

/** A keyword such as `maximum`, the limit without it, and the sign of a change that narrows the range. */
type Limit = { readonly exclusive?: 'exclusiveMinimum' | 'exclusiveMaximum' } & (typeof limits)[number];

function compareLimit({ before, after, path }: SchemaPair, { keyword, exclusive, none, narrows }: Limit): Difference[] {
  const readLimit = (schema: CrdSchema) => {
    const isExclusive = exclusive !== undefined && schema[exclusive] === true && schema[keyword] !== undefined;
    const text = schema[keyword] === undefined ? 'none' : `${schema[keyword]}${isExclusive ? ' (exclusive)' : ''}`;
    return { value: schema[keyword] ?? none, isExclusive, text };
  };
  const [old, now] = [readLimit(before), readLimit(after)];
  if (old.value === now.value && old.isExclusive === now.isExclusive) return [];
  const isNarrow = old.value === now.value ? now.isExclusive : Math.sign(now.value - old.value) === narrows;
  return [
    { rule: isNarrow ? 'limit-narrowed' : 'limit-widened', path, what: `${keyword}: ${old.text} -> ${now.text}` },
  ];
}

function compareMultiples({ before: { multipleOf: old }, after: { multipleOf: now }, path }: SchemaPair): Difference[] {
  if (old === now) return [];
  const widens = now === undefined || (old !== undefined && Number.isInteger(old / now));
  return [{ rule: widens ? 'limit-widened' : 'limit-narrowed', path, what: `multipleOf: ${formatStep(old, now)}` }];
}

/** A property with a default counts as present. */
function compareDefaultedProperties({
  before,
  after: { maxProperties = Infinity, properties = {} },
  path,
}: SchemaPair): Difference[] {
  const added = Object.keys(properties).filter(
    (name) => before.properties?.[name] === undefined && properties[name]?.default !== undefined,
  );
  if (maxProperties >= (before.maxProperties ?? Infinity) + added.length) return [];
  const what = `a default under maxProperties: ${maxProperties}`;
  return added.map((name) => ({ rule: 'default-fills-object', path: `${path}.${name}`, what }));
}

/** For each type, the formats that reject some values. API servers ignore unknown formats. */
const checkedFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32'],
  number: ['float'],
  string: [
    ...['byte', 'date', 'datetime', 'duration', 'email', 'uri', 'hostname', 'cidr', 'mac', 'ipv4', 'ipv6'],
    ...['uuid', 'uuid3', 'uuid4', 'uuid5', 'bsonobjectid', 'creditcard', 'ssn', 'isbn', 'isbn10', 'isbn13'],
    ...['hexcolor', 'rgbcolor', 'k8sshortname', 'k8slongname'],
  ],
};

/** Compares the formats of strings and numbers. An API server treats `date-time` and `datetime` alike. */
function compareFormats({ before, after, path }: SchemaPair): Difference[] {
  const [old, now] = [before, after].map(({ format = '' }) => format.replaceAll('-', ''));
  if (old === now) return [];
  const isChecked = checkedFormats[after.type ?? '']?.includes(now ?? '') === true;
  const widens = !isChecked || (old === 'int32' && now === 'int64') || (old === 'float' && now === 'double');
  const what = `format: ${formatStep(before.format, after.format)}`;
  return [{ rule: widens ? 'format-widened' : 'format-narrowed', path, what }];
}

/** Ignores the `anyOf` that only repeats `x-kubernetes-int-or-string`. */
function getCombination(schema: CrdSchema, keyword: 'allOf' | 'anyOf' | 'oneOf' | 'not'): unknown {
  const isRepeated = keyword === 'anyOf' && schema['x-kubernetes-int-or-string'] === true;
  const intOrString = [{ type: 'integer' }, { type: 'string' }];
  return isRepeated && isDeepStrictEqual(schema.anyOf, intOrString) ? undefined : schema[keyword];
}

/** Describes how server-side apply merges a list or a map. */
function describeMerge(schema: CrdSchema): string {
  if (schema.type === 'object') return schema['x-kubernetes-map-type'] ?? 'granular';
  const keys = [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort();
  return `${schema['x-kubernetes-list-type'] ?? 'atomic'}${keys.length > 0 ? ` by ${keys.join(', ')}` : ''}`;
}

/** Compares CEL rules. Usually it is unknown whether stored objects violate a new rule. */
function compareRules(node: SchemaPair): Difference[] {
  const [old = [], now = []] = [node.before, node.after].map((schema) => schema['x-kubernetes-validations'] ?? []);
  // A change of `optionalOldSelf` changes the rule: with it, the API server also evaluates the rule for new objects.
  const isSame = (one: ValidationRule, other: ValidationRule): boolean =>
    one.rule === other.rule && (one.optionalOldSelf === true) === (other.optionalOldSelf === true);
  const added = now.filter((rule) => !old.some((each) => isSame(each, rule)));
  const gone = old.filter((rule) => !now.some((each) => isSame(each, rule)));
  const createDifference = (rule: ChangeRule, text: string): Difference => ({
    rule,
    path: node.path,
    what: `rule: ${text}`,
  });
  return [
    ...added.map(({ rule }) => createDifference(isOfNewField(rule, node) ? 'rule-of-new-field' : 'rule-added', rule)),
    ...gone.map(({ rule }) => createDifference('rule-removed', rule)),
  ];
}

/**
 * Whether a rule begins with `!has(self.field) ||` for a new field without a default, which stored objects lack. A
 * conditional (`a ? b : c`) or optional syntax in the rest may change the meaning of `||`, so such a rule does not
 * count.
 */
function isOfNewField(rule: string, { before, after }: SchemaPair): boolean {
  const field = /^\s*!\s*has\(\s*self\.(\w+)\s*\)\s*\|\|[^?]*$/.exec(rule)?.[1] ?? '';
  const added = getMember(before.properties, field) === undefined ? getMember(after.properties, field) : undefined;
  const isClosed = before['x-kubernetes-preserve-unknown-fields'] !== true && before.additionalProperties === undefined;
  return added !== undefined && added.default === undefined && isClosed;
}
