import type { FieldChange } from './changed-fields.ts';
import { isRecord } from './read.ts';

const longest = 100;

/** One change as a line: `spec.replicas: 2 → 3`. Long values are cut. */
export function changeText({ path, ...change }: FieldChange): string {
  return `${path}: ${shown(change.before)} → ${shown(change.after)}`;
}

/** Of an item with a name and one other field, such as a variable, the other field is shown. */
function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const { name, ...rest } = isRecord(value) ? value : {};
  const [only, ...more] = Object.values(rest);
  if (name !== undefined && only !== undefined && more.length === 0 && !isRecord(only)) return shown(only);
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** `a, b and c`. */
export function listed(texts: readonly string[]): string {
  const [last = '', ...others] = texts.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}
