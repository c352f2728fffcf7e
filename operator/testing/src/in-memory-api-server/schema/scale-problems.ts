import { isRecord } from '@kubewright/declaration';

import { type JsonObject, valueAt } from '../json.ts';
import type { Problem } from './problem.ts';

const most = 2 ** 31 - 1;

/** Problems of the number at a path of the scale subresource, which the API server checks whatever the schema says. */
export function scaleProblems(object: JsonObject, path: string): readonly Problem[] {
  const value = valueAt(object, path.slice(1).split('.'));
  if (value === undefined) return [];
  if (!Number.isInteger(value)) return [invalid(path, 0, `${path} accessor error: ${typeText(value)}`)];
  if ((value as number) < 0) return [invalid(path, value, 'should be a non-negative integer')];
  if ((value as number) > most) return [invalid(path, value, `should be less than or equal to ${most}`)];
  return [];
}

/** In the words of Go. */
function typeText(value: unknown): string {
  const text = isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
  return `${text} is of the type ${typeof value === 'number' ? 'float64' : typeof value}, expected int64`;
}

function invalid(path: string, value: unknown, problem: string): Problem {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${problem}`, field: path };
}
