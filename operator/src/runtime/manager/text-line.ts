import type { LogFields } from '../base/index.ts';
import type { ErrorFields } from './error-fields.ts';

/** A log line as people read it: time, level, message, fields; below it the stack of an error and of its causes. */
export function textLine({ time, level, msg, err, ...fields }: LogFields): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  const head = [String(time), String(level).toUpperCase().padEnd(5), String(msg), ...pairs].join(' ');
  return [head, ...errorLines(err as ErrorFields | undefined), ''].join('\n');
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

function errorLines(error: ErrorFields | undefined, title = ''): string[] {
  if (error === undefined) return [];
  const { code, message, stack, cause } = error;
  const text = `${title}${code === undefined ? '' : `[${code}] `}${stack ?? message}`;
  return [...text.split('\n').map((line) => `    ${line}`), ...errorLines(cause, 'caused by: ')];
}
