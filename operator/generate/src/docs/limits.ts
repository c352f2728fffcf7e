import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { getMember } from '@kubewright/runtime/internal/base';
import { formatYamlScalar } from '@kubewright/declaration';

/** Lists the limits of a schema beyond its type, in words, one clause each: `1 to 63 characters`, `no whitespace`. */
export function listLimits(schema: JsonSchema): readonly string[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return [
    formatEnum(schema.enum),
    formatCount(schema.minLength, schema.maxLength, 'character'),
    formatPattern(schema.pattern),
    formatRange(schema),
    schema.multipleOf === undefined ? undefined : `a multiple of ${String(schema.multipleOf)}`,
    formatCount(schema.minItems, schema.maxItems, 'item'),
    schema['x-kubernetes-list-type'] === 'set' ? 'unique items' : undefined,
    formatCount(schema.minProperties, schema.maxProperties, 'entry'),
    ...rules.map(({ message, rule }) => message ?? `\`${rule}\``),
  ].filter((clause) => clause !== undefined);
}

function formatEnum(values: JsonSchema['enum']): string | undefined {
  return values?.map((value) => `\`${formatYamlScalar(value)}\``).join(', ');
}

const inWords: Readonly<Record<string, string>> = { '^\\S+$': 'no whitespace', '^\\S*$': 'no whitespace' };

function formatPattern(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : (getMember(inWords, pattern) ?? `matches \`${pattern}\``);
}

function formatRange(schema: JsonSchema): string | undefined {
  const { exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  const [minimum, maximum] = [schema.minimum, schema.maximum].map((each) => (isOfEachInteger(each) ? undefined : each));
  const bothIncluded = !exclusiveMinimum && !exclusiveMaximum;
  if (minimum !== undefined && maximum !== undefined && bothIncluded) return formatInterval(minimum, maximum);
  const bounds = [
    formatBound(exclusiveMinimum ? 'more than' : 'at least', minimum),
    formatBound(exclusiveMaximum ? 'less than' : 'at most', maximum),
  ].filter((clause) => clause !== undefined);
  return bounds.length === 0 ? undefined : bounds.join(', ');
}

/** Whether a limit is the smallest or largest safe integer, which the schema of an unbounded integer has. */
function isOfEachInteger(value: number | undefined): boolean {
  return value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
}

function formatBound(words: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${words} ${String(value)}`;
}

function formatCount(least: number | undefined, most: number | undefined, what: string): string | undefined {
  const some = (count: number): string => `${String(count)} ${count === 1 ? what : pluralize(what)}`;
  if (least !== undefined && least > 0 && most !== undefined)
    return `${formatInterval(least, most)} ${pluralize(what)}`;
  if (most !== undefined) return `at most ${some(most)}`;
  return least === undefined || least === 0 ? undefined : `at least ${some(least)}`;
}

function formatInterval(least: number, most: number): string {
  return least === most ? `exactly ${String(least)}` : `${String(least)} to ${String(most)}`;
}

function pluralize(what: string): string {
  return what === 'entry' ? 'entries' : `${what}s`;
}
