import type { LogFields } from '../base/index.ts';
import type { ErrorFields } from './error-fields.ts';

/** A log line as people read it: time, level, message, fields; below it the stack of an error and of its causes. */
export function textLine({ time, level, msg, ...fields }: LogFields): string {
  const head = [String(time), String(level).toUpperCase().padEnd(5), String(msg)];
  const pairs = Object.entries(fields).filter(([, value]) => !isErrorFields(value));
  const errors = Object.values(fields).filter(isErrorFields);
  const first = [...head, ...pairs.map(([name, value]) => `${name}=${valueText(value)}`)].join(' ');
  return [first, ...errors.flatMap((error) => errorLines(error)), ''].join('\n');
}

const errorKeys = new Set(['type', 'message', 'code', 'stack', 'cause']);

function isErrorFields(value: unknown): value is ErrorFields {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('message' in value)) return false;
  return Object.keys(value).every((key) => errorKeys.has(key));
}

/** Bare words stay bare, and keys of objects look as kubectl writes them. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return keyText(value) ?? JSON.stringify(value);
}

function keyText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('namespace' in value)) return undefined;
  const { namespace, name, ...rest } = value;
  return Object.keys(rest).length === 0 ? `${String(namespace)}/${String(name)}` : undefined;
}

function errorLines({ code, message, stack, cause }: ErrorFields, title = ''): string[] {
  const text = `${title}${code === undefined ? '' : `[${code}] `}${stack ?? message}`;
  const indented = text.split('\n').map((line) => `    ${line}`);
  return cause === undefined ? indented : [...indented, ...errorLines(cause, 'caused by: ')];
}
