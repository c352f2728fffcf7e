import type { OperatorDefinition } from '@kubewright/runtime';

const lists = ['controllers', 'apis', 'webhooks', 'conversions', 'policies'] as const;

/**
 * Describes why a value is not an operator definition; `undefined` if it is one. A module without type checks can
 * export any value.
 */
export function findOperatorProblem(operator: unknown): string | undefined {
  if (typeof operator !== 'object' || operator === null) return `\`operator\` is ${String(operator)}`;
  const definition: Partial<Record<keyof OperatorDefinition, unknown>> = operator;
  const noText = (['name', 'version'] as const).find((field) => typeof definition[field] !== 'string');
  if (noText !== undefined) return `the ${noText} of \`operator\` is not a string`;
  for (const list of lists) {
    const value = definition[list] ?? (list === 'controllers' ? undefined : []);
    if (!Array.isArray(value)) return `${list} of \`operator\` is not a list`;
    const index = (value as readonly unknown[]).findIndex((item) => typeof item !== 'object' || item === null);
    if (index < 0) continue;
    return `${list}[${String(index)}] of \`operator\` is ${String(value[index])}; do modules import each other in a circle?`;
  }
  return undefined;
}
