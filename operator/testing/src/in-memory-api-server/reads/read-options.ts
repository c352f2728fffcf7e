import type { ApiRequest } from '@kubewright/runtime/internal/client';
import { badRequest, invalidOption, type Rejection } from '../rejection.ts';

/** The parsed query of a list or a watch. Options that are not in the query are `undefined`. */
export type ReadOptions = ReturnType<typeof parseReadOptions>;

/** Parses a query. Throws: 400 for a resource version that is not a number. */
export function parseReadOptions(query: ApiRequest['query'] = {}) {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return value === undefined || value === '' ? undefined : String(value);
  };
  return {
    labelSelector: text('labelSelector'),
    fieldSelector: text('fieldSelector'),
    /** The requested resource version; `undefined` for the newest. */
    resourceVersion: parseVersion(text('resourceVersion')),
    match: text('resourceVersionMatch'),
    limit: parseNumber(text('limit')),
    continueToken: text('continue'),
    sendInitialEvents: parseFlag(text('sendInitialEvents')),
    bookmarks: text('allowWatchBookmarks') === 'true',
    timeoutSeconds: parseNumber(text('timeoutSeconds')),
  };
}

function parseVersion(text: string | undefined): number | undefined {
  if (text === undefined || /^\d+$/.test(text)) return parseNumber(text);
  const problem = `Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
  throw badRequest(`invalid resource version: resourceVersion: ${problem}`);
}

function parseNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function parseFlag(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}

/** Rejects options that a list does not allow. */
export function checkListOptions({ sendInitialEvents, match, resourceVersion }: ReadOptions): void {
  if (sendInitialEvents !== undefined)
    throw buildForbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list');
  if (match === undefined) return;
  const field = 'resourceVersionMatch';
  if (resourceVersion === undefined)
    throw buildForbidden(field, `${field} is forbidden unless resourceVersion is provided`);
  if (match === 'Exact' && resourceVersion === 0) {
    throw buildForbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`);
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    const supported = 'supported values: "Exact", "NotOlderThan", ""';
    const message = `Unsupported value: ${JSON.stringify(match)}: ${supported}`;
    throw invalidOption('ListOptions', { field, reason: 'FieldValueNotSupported', message });
  }
}

/** Rejects options that a watch does not allow. */
export function checkWatchOptions({ sendInitialEvents, match }: ReadOptions, watchList: boolean): void {
  const field = 'resourceVersionMatch';
  if (sendInitialEvents === undefined) {
    if (match === undefined) return;
    throw buildForbidden(field, `${field} is forbidden for watch unless sendInitialEvents is provided`);
  }
  if (!watchList) {
    const gate = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    throw buildForbidden('sendInitialEvents', gate);
  }
  if (match !== 'NotOlderThan')
    throw buildForbidden(field, `sendInitialEvents requires setting ${field} to NotOlderThan`);
}

function buildForbidden(field: string, why: string): Rejection {
  return invalidOption('ListOptions', { field, reason: 'FieldValueForbidden', message: `Forbidden: ${why}` });
}
