import type { ApiRequest } from '@kubewright/runtime/internal/client';
import { badRequest, invalidOption, type Refusal } from '../refusal.ts';

/** The query of a list or a watch. Options that are not given are `undefined`. */
export type ReadOptions = ReturnType<typeof readOptions>;

/** Reads a query. Throws: 400 for a resource version that is no number. */
export function readOptions(query: ApiRequest['query'] = {}) {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return value === undefined || value === '' ? undefined : String(value);
  };
  return {
    labelSelector: text('labelSelector'),
    fieldSelector: text('fieldSelector'),
    /** `undefined` for the newest. */
    resourceVersion: versionOf(text('resourceVersion')),
    match: text('resourceVersionMatch'),
    limit: numberOf(text('limit')),
    continueToken: text('continue'),
    sendInitialEvents: flagOf(text('sendInitialEvents')),
    bookmarks: text('allowWatchBookmarks') === 'true',
    timeoutSeconds: numberOf(text('timeoutSeconds')),
  };
}

function versionOf(text: string | undefined): number | undefined {
  if (text === undefined || /^\d+$/.test(text)) return numberOf(text);
  const problem = `Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
  throw badRequest(`invalid resource version: resourceVersion: ${problem}`);
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function flagOf(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}

/** Refuses options that are not allowed for a list. */
export function checkListOptions({ sendInitialEvents, match, resourceVersion }: ReadOptions): void {
  if (sendInitialEvents !== undefined) throw forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list');
  if (match === undefined) return;
  const field = 'resourceVersionMatch';
  if (resourceVersion === undefined) throw forbidden(field, `${field} is forbidden unless resourceVersion is provided`);
  if (match === 'Exact' && resourceVersion === 0) {
    throw forbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`);
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    const supported = 'supported values: "Exact", "NotOlderThan", ""';
    const message = `Unsupported value: ${JSON.stringify(match)}: ${supported}`;
    throw invalidOption('ListOptions', { field, reason: 'FieldValueNotSupported', message });
  }
}

/** Refuses options that are not allowed for a watch. */
export function checkWatchOptions({ sendInitialEvents, match }: ReadOptions, watchList: boolean): void {
  const field = 'resourceVersionMatch';
  if (sendInitialEvents === undefined) {
    if (match === undefined) return;
    throw forbidden(field, `${field} is forbidden for watch unless sendInitialEvents is provided`);
  }
  if (!watchList) {
    const gate = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    throw forbidden('sendInitialEvents', gate);
  }
  if (match !== 'NotOlderThan') throw forbidden(field, `sendInitialEvents requires setting ${field} to NotOlderThan`);
}

function forbidden(field: string, why: string): Refusal {
  return invalidOption('ListOptions', { field, reason: 'FieldValueForbidden', message: `Forbidden: ${why}` });
}
