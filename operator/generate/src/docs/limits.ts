import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { memberOf } from '@kubewright/runtime/internal/base';
import { yamlScalar } from '@kubewright/declaration';

/** The limits of a schema beyond its type, in words, one clause each: `1 to 63 characters`, `no white space`. */
export function limitsOf(schema: JsonSchema): readonly string[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return [
    oneOf(schema.enum),
    counted(schema.minLength, schema.maxLength, 'character'),
    patternOf(schema.pattern),
    rangeOf(schema),
    schema.multipleOf === undefined ? undefined : `a multiple of ${String(schema.multipleOf)}`,
    counted(schema.minItems, schema.maxItems, 'item'),
    schema['x-kubernetes-list-type'] === 'set' ? 'no item twice' : undefined,
    counted(schema.minProperties, schema.maxProperties, 'entry'),
    ...rules.map(({ message, rule }) => message ?? `\`${rule}\``),
  ].filter((clause) => clause !== undefined);
}

function oneOf(values: JsonSchema['enum']): string | undefined {
  return values?.map((value) => `\`${yamlScalar(value)}\``).join(', ');
}

/** Patterns with a description in simple words. */
const inWords: Readonly<Record<string, string>> = { '^\\S+$': 'no white space', '^\\S*$': 'no white space' };

function patternOf(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : (memberOf(inWords, pattern) ?? `matches \`${pattern}\``);
}

function rangeOf(schema: JsonSchema): string | undefined {
  const { exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  const [minimum, maximum] = [schema.minimum, schema.maximum].map((each) => (isOfEachInteger(each) ? undefined : each));
  const bothIncluded = !exclusiveMinimum && !exclusiveMaximum;
  if (minimum !== undefined && maximum !== undefined && bothIncluded) return between(minimum, maximum);
  const bounds = [
    bound(exclusiveMinimum ? 'more than' : 'at least', minimum),
    bound(exclusiveMaximum ? 'less than' : 'at most', maximum),
  ].filter((clause) => clause !== undefined);
  return bounds.length === 0 ? undefined : bounds.join(', ');
}

/** What every integer is within says nothing about one. */
function isOfEachInteger(value: number | undefined): boolean {
  return value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
}

function bound(words: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${words} ${String(value)}`;
}

function counted(least: number | undefined, most: number | undefined, what: string): string | undefined {
  const some = (count: number): string => `${String(count)} ${count === 1 ? what : plural(what)}`;
  if (least !== undefined && least > 0 && most !== undefined) return `${between(least, most)} ${plural(what)}`;
  if (most !== undefined) return `at most ${some(most)}`;
  return least === undefined || least === 0 ? undefined : `at least ${some(least)}`;
}

function between(least: number, most: number): string {
  return least === most ? `exactly ${String(least)}` : `${String(least)} to ${String(most)}`;
}

function plural(what: string): string {
  return what === 'entry' ? 'entries' : `${what}s`;
}
