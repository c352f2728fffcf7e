import { celName } from './cel-name.ts';
import type { JsonSchema } from '../base/index.ts';
import { namedFields } from './rule-paths.ts';

/**
 * The field that a refusal by a rule of a whole object names: the one that the rule is about, or the part of the object
 * that all fields have in common which it names; of several such parts the first.
 */
export function fieldPathOf(rule: string, schema: JsonSchema): string {
  const [first = [], ...others] = namedFields(rule).map((names) => declaredSteps(names, schema));
  const shared = others.reduce((path, other) => path.filter((_, index) => isShared(path, other, index)), first);
  const steps = shared.length > 0 ? shared : first.slice(0, 1);
  return steps.length === 0 ? '.spec' : steps.map(textOf).join('');
}

function isShared(path: readonly string[], other: readonly string[], index: number): boolean {
  return path.slice(0, index + 1).every((step, at) => step === other[at]);
}

/** As far as properties are declared: the API server accepts no other path, so of the metadata none at all. */
function declaredSteps([name, ...rest]: readonly string[], { properties = {} }: JsonSchema): readonly string[] {
  const [key, property] = Object.entries(properties).find(([each]) => celName(each) === name) ?? [];
  return key === undefined || property === undefined ? [] : [key, ...declaredSteps(rest, property)];
}

function textOf(step: string): string {
  if (/^[A-Za-z_]\w*$/.test(step)) return `.${step}`;
  return `['${step.replaceAll(/['\\]/g, String.raw`\$&`)}']`;
}
