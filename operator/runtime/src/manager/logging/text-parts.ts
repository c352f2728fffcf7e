import type { styleText } from 'node:util';

import { type LogFields, escapeInvisible } from '../../base/index.ts';
import type { ErrorFields } from './error-fields.ts';

/** A part of a log line that is not broken across lines. */
export interface Part {
  readonly text: string;
  readonly style?: Parameters<typeof styleText>[0] | undefined;
}

/** Longer values are cut to this number of characters. Lines in JSON format have the whole value. */
const longestValue = 400;

/** Length of shortened ids in characters: enough to tell the reconciles and traces of a log apart. */
const idLength = 8;

/**
 * The fields of a line in this order: the object and the paths of a write, other fields, shortened ids, and causes.
 * Errors are formatted separately.
 */
export function listParts(fields: LogFields): readonly Part[] {
  const { child, edited, name, paths, causes, reconcileId, trace_id: trace, span_id: _span, ...rest } = fields;
  const target = child ?? edited;
  const isWrite = isText(target) && isText(name);
  const areTexts = isTexts(paths);
  const others = {
    ...(!isWrite && { child, edited, name }),
    ...(!areTexts && { paths }),
    ...rest,
    ...(!isTexts(causes) && { causes }),
  };
  const written = [isWrite ? `${target} ${name}` : '', areTexts ? paths.join(', ') : ''].filter((text) => text !== '');
  return [
    ...(written.length > 0 ? [{ text: escapeInvisible(cut(written.join(': '))) }] : []),
    ...Object.entries(others).flatMap(([key, value]) => toPart(key, value)),
    ...toIdPart('reconcile', reconcileId),
    ...toIdPart('trace', trace),
    ...(isTexts(causes)
      ? causes.map((cause) => ({ text: `← ${escapeInvisible(cut(cause))}`, style: 'cyan' as const }))
      : []),
  ];
}

/** Formats a value for a column: an object as kubectl prints it. */
export function toColumnText(value: unknown): string {
  if (value === undefined) return '';
  return isText(value) ? escapeInvisible(cut(value)) : formatValue(value);
}

function toPart(key: string, value: unknown): readonly Part[] {
  if (value === undefined || isErrorFields(value)) return [];
  return [{ text: `${formatText(key)}=${cut(formatValue(value))}` }];
}

function toIdPart(key: string, id: unknown): readonly Part[] {
  return isText(id) ? [{ text: `${key}=${formatText(id.slice(0, idLength))}`, style: 'dim' }] : [];
}

const errorKeys = new Set(['type', 'message', 'code', 'stack', 'cause']);

export function isErrorFields(value: unknown): value is ErrorFields {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('message' in value)) return false;
  return Object.keys(value).every((key) => errorKeys.has(key));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function cut(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}

/** Formats the value of a field: a single word without quotes, the key of an object as kubectl prints it. */
function formatValue(value: unknown): string {
  if (isText(value)) return formatText(value);
  return formatKeyValue(value) ?? escapeInvisible(JSON.stringify(value));
}

/** Quotes a text, unless it is a single word that cannot be mistaken for another type. */
function formatText(text: string): string {
  return /^[^\s"=\\]+$/.test(text) && escapeInvisible(text) === text ? text : escapeInvisible(JSON.stringify(text));
}

function formatKeyValue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('namespace' in value)) return undefined;
  const { namespace, name, ...rest } = value;
  return Object.keys(rest).length === 0 ? formatText(`${String(namespace)}/${String(name)}`) : undefined;
}
