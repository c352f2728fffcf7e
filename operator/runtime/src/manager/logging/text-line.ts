import { type LogFields, visible, visibleLines } from '../../base/index.ts';
import type { ErrorFields } from './error-fields.ts';

/**
 * A log line as text: time, level, message, fields; below it the stacks of an error and of its causes.
 *
 * Guarantees: control characters are escaped; only the stacks below it, which are indented, have lines of their own.
 */
export function textLine({ time, level, msg, ...fields }: LogFields): string {
  const head = [String(time), String(level).toUpperCase().padEnd(5), visible(String(msg))];
  const pairs = Object.entries(fields).filter(([, value]) => !isErrorFields(value));
  const errors = Object.values(fields).filter(isErrorFields);
  const first = [...head, ...pairs.map(([name, value]) => `${bare(name)}=${valueText(value)}`)].join(' ');
  return [first, ...errors.flatMap((error) => errorLines(error)), ''].join('\n');
}

const errorKeys = new Set(['type', 'message', 'code', 'stack', 'cause']);

function isErrorFields(value: unknown): value is ErrorFields {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('message' in value)) return false;
  return Object.keys(value).every((key) => errorKeys.has(key));
}

/** Single words are not quoted, and objects have their keys as in kubectl's output. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return bare(value);
  return keyText(value) ?? visible(JSON.stringify(value));
}

/** Quoted unless it is a single word that cannot be mistaken for another type. */
function bare(text: string): string {
  return /^[^\s"=\\]+$/.test(text) && visible(text) === text ? text : visible(JSON.stringify(text));
}

function keyText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('namespace' in value)) return undefined;
  const { namespace, name, ...rest } = value;
  return Object.keys(rest).length === 0 ? bare(`${String(namespace)}/${String(name)}`) : undefined;
}

function errorLines({ code, message, stack, cause }: ErrorFields, title = ''): string[] {
  const text = `${title}${code === undefined ? '' : `[${code}] `}${stack ?? message}`;
  const indented = visibleLines(text)
    .split('\n')
    .map((line) => `    ${line}`);
  return cause === undefined ? indented : [...indented, ...errorLines(cause, 'caused by: ')];
}
