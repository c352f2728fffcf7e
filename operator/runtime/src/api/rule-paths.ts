import type { JsonSchema } from '../base/index.ts';
import { escapeCelName } from './cel.ts';
import { isUnrestricted } from './schema-at.ts';

const literal = /r?("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
const path = /(?<![\w.])(self|oldSelf)((?:\s*\.\s*[A-Za-z_]\w*)+)(\s*\()?/g;

/** Removes the string literals of a CEL rule, which may contain text that looks like a field. */
function removeLiterals(expression: string): string {
  return expression.replaceAll(literal, "''");
}

/** Whether an expression uses `oldSelf`: the API server then evaluates it only on updates. */
export function hasOldSelf(expression: string): boolean {
  return /(?<![\w.])oldSelf\b/.test(removeLiterals(expression));
}

/** A field in a CEL expression, as steps from `self` or `oldSelf`. */
interface NamedField {
  readonly root: string;
  readonly names: readonly string[];
}

function listNamedFields(expression: string): readonly NamedField[] {
  return [...removeLiterals(expression).matchAll(path)].map(([, root = '', steps = '', call]) => {
    const all = steps.split('.').map((name) => name.trim());
    // A name before a parenthesis is a function. The first part is the empty text before the first dot.
    return { root, names: all.slice(1, call === undefined ? undefined : -1) };
  });
}

/** A field that an expression names and that rules cannot read. */
interface InvisibleField {
  /** The field as the expression writes it. */
  readonly field: string;
  /** The reason, as the end of "names it, which ...". */
  readonly why: string;
}

/**
 * Finds fields of `self` and `oldSelf` in an expression that a rule of this schema cannot read. Skips an index, a macro
 * and `?.`: the API server checks these.
 */
export function findInvisibleFields(expression: string, schema: JsonSchema): readonly InvisibleField[] {
  const found = listNamedFields(expression).flatMap(({ root, names }) => {
    const why = explainInvisible(schema, names, root);
    return why === undefined ? [] : [{ field: [root, ...names].join('.'), why }];
  });
  return [...new Map(found.map((each) => [each.field, each])).values()];
}

/** @param above the path from `self` to `schema`, in CEL */
function explainInvisible(schema: JsonSchema, [name, ...rest]: readonly string[], above: string): string | undefined {
  if (name === undefined || schema['x-kubernetes-int-or-string'] === true) return undefined;
  const below = `${above}.${name}`;
  if (schema.additionalProperties !== undefined) return explainInvisible(schema.additionalProperties, rest, below);
  const properties = getVisibleProperties(schema);
  const key = Object.keys(properties).find((property) => escapeCelName(property) === name);
  const property = key === undefined ? undefined : properties[key];
  if (property === undefined) return explainMissing(schema, name, above);
  return isVisible(property) ? explainInvisible(property, rest, below) : 'rules cannot read: it does not have a schema';
}

function explainMissing(schema: JsonSchema, name: string, above: string): string {
  const properties = getVisibleProperties(schema);
  const meant = Object.keys(properties).find((key) => escapeCelName(key) !== key && isWritten(key, name));
  if (meant !== undefined) return `does not exist: write ${above}.${escapeCelName(meant)} for ${meant}`;
  const names = Object.keys(properties).filter((key) => isVisible(properties[key] ?? {}));
  const seen = names.length === 0 ? `${above} has no fields` : `${above} has ${names.map(escapeCelName).join(', ')}`;
  const mayExist = schema === ofEveryObject.metadata || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return mayExist ? `rules cannot read: ${seen}` : `does not exist: ${seen}`;
}

/** Whether CEL reads `name` where the author wrote `property` unescaped: in `self.a-b` it reads `self.a`. */
function isWritten(property: string, name: string): boolean {
  return property === name || property.startsWith(`${name}-`);
}

const text: JsonSchema = { type: 'string' };

/** The fields that rules can read of every object. */
export const ofEveryObject: Readonly<Record<'apiVersion' | 'kind' | 'metadata', JsonSchema>> = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
};

function getVisibleProperties(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return { ...(schema['x-kubernetes-embedded-resource'] === true && ofEveryObject), ...schema.properties };
}

/**
 * Whether CEL rules can read a value of this schema. They cannot read values of any type, or lists and maps of such
 * values.
 */
export function isVisible(schema: JsonSchema): boolean {
  if (schema.type === 'array') return isVisible(schema.items ?? {});
  if (schema.additionalProperties !== undefined) return isVisible(schema.additionalProperties);
  return !isUnrestricted(schema);
}

/**
 * The field that a rejection by a rule on the whole object reports: the field that the rule reads, or the closest
 * common parent of several fields.
 */
export function buildFieldPath(rule: string, schema: JsonSchema): string {
  const [first = [], ...others] = listNamedFields(rule)
    .filter(({ root, names }) => root === 'self' && names.length > 0)
    .map(({ names }) => resolveSteps(names, schema));
  const shared = others.reduce((path, other) => path.filter((_, index) => isShared(path, other, index)), first);
  const steps = shared.length > 0 ? shared : first.slice(0, 1);
  return steps.length === 0 ? '.spec' : steps.map(formatStep).join('');
}

function isShared(path: readonly string[], other: readonly string[], index: number): boolean {
  return path.slice(0, index + 1).every((step, at) => step === other[at]);
}

/**
 * The steps down to the last declared property. The API server rejects any other `fieldPath`, such as one within the
 * metadata.
 */
function resolveSteps([name, ...rest]: readonly string[], { properties = {} }: JsonSchema): readonly string[] {
  const [key, property] = Object.entries(properties).find(([each]) => escapeCelName(each) === name) ?? [];
  return key === undefined || property === undefined ? [] : [key, ...resolveSteps(rest, property)];
}

function formatStep(step: string): string {
  if (/^[A-Za-z_]\w*$/.test(step)) return `.${step}`;
  return `['${step.replaceAll(/['\\]/g, String.raw`\$&`)}']`;
}
