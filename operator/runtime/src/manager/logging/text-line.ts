import { type LogFields, escapeInvisible, escapeInvisibleInLines } from '../../base/index.ts';
import type { ErrorFields } from './error-fields.ts';

/**
 * A log line as text: time, level, message, fields; below it the stacks of an error and of its causes.
 *
 * Guarantees: escapes control characters; only the stacks, which are indented, have their own lines.
 */
export function formatTextLine({ time, level, msg, ...fields }: LogFields): string {
  const head = [String(time), String(level).toUpperCase().padEnd(5), escapeInvisible(String(msg))];
  const pairs = Object.entries(fields).filter(([, value]) => !isErrorFields(value));
  const errors = Object.values(fields).filter(isErrorFields);
  const first = [...head, ...pairs.map(([name, value]) => `${formatString(name)}=${formatFieldValue(value)}`)].join(
    ' ',
  );
  return [first, ...errors.flatMap((error) => formatErrorLines(error)), ''].join('\n');
}

const errorKeys = new Set(['type', 'message', 'code', 'stack', 'cause']);

function isErrorFields(value: unknown): value is ErrorFields {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('message' in value)) return false;
  return Object.keys(value).every((key) => errorKeys.has(key));
}

/** Formats a field's value: a single word without quotes, the key of an object as kubectl prints it. */
function formatFieldValue(value: unknown): string {
  if (typeof value === 'string') return formatString(value);
  return formatKeyValue(value) ?? escapeInvisible(JSON.stringify(value));
}

/** Quoted unless it is a single word that cannot be mistaken for another type. */
function formatString(text: string): string {
  return /^[^\s"=\\]+$/.test(text) && escapeInvisible(text) === text ? text : escapeInvisible(JSON.stringify(text));
}

function formatKeyValue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('namespace' in value)) return undefined;
  const { namespace, name, ...rest } = value;
  return Object.keys(rest).length === 0 ? formatString(`${String(namespace)}/${String(name)}`) : undefined;
}

function formatErrorLines({ code, message, stack, cause }: ErrorFields, title = ''): string[] {
  const text = `${title}${code === undefined ? '' : `[${code}] `}${stack ?? message}`;
  const indented = escapeInvisibleInLines(text)
    .split('\n')
    .map((line) => `    ${line}`);
  return cause === undefined ? indented : [...indented, ...formatErrorLines(cause, 'caused by: ')];
}
