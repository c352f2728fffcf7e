import type { ApiResponse } from '@kubewright/runtime/internal/client';
import { isRecord } from '@kubewright/declaration';

import { getId, type StoredObject } from '../objects.ts';
import { badRequest, expired, Rejection, buildStatusAnswer } from '../rejection.ts';
import type { Route } from '../served/route.ts';
import type { ServerState } from '../store.ts';
import { type ReadOptions, checkListOptions } from './read-options.ts';
import { createSelection } from './selection.ts';

/** Answers a list, or a page of it. */
export function list(state: ServerState, route: Route, options: ReadOptions): ApiResponse {
  checkListOptions(options);
  const { served } = route;
  const fits = createSelection(route, options);
  const from = resolvePage(state, options);
  const all = state.store.list(served.id, from.version).filter(fits);
  const rest = from.after === undefined ? all : all.filter((object) => getId(object.metadata) > (from.after ?? ''));
  const limit = options.resourceVersion === 0 ? 0 : (options.limit ?? 0);
  const items = limit > 0 ? rest.slice(0, limit) : rest;
  const isWhole = items.length === rest.length;
  const hasSelector = options.labelSelector !== undefined || options.fieldSelector !== undefined;
  const metadata = {
    resourceVersion: String(from.version),
    ...(!isWhole && { continue: writeTokenAfter(items, from.version) }),
    ...(!isWhole && !hasSelector && { remainingItemCount: rest.length - items.length }),
  };
  const { apiVersion, kind } = served;
  return { status: 200, body: { kind: `${kind.kind}List`, apiVersion, metadata, items } };
}

function writeTokenAfter(items: readonly StoredObject[], version: number): string {
  const last = items.at(-1);
  return writeToken({ version, after: last === undefined ? '' : getId(last.metadata) });
}

function resolvePage({ store }: ServerState, options: ReadOptions): Continuation {
  const { continueToken, resourceVersion = 0, match, limit } = options;
  if (continueToken !== undefined) {
    if (resourceVersion !== 0) throw badRequest('specifying resource version is not allowed when using continue');
    return continueList(store, readToken(continueToken));
  }
  if (resourceVersion > store.version) throw buildTooLargeError(resourceVersion, store.version);
  const isExact = resourceVersion > 0 && (match === 'Exact' || (match === undefined && limit !== undefined));
  if (!isExact) return { version: store.version };
  if (store.isForgotten(resourceVersion)) throw expired(`The resourceVersion for the provided list is too old.`);
  return { version: resourceVersion };
}

function continueList(store: ServerState['store'], { version, after }: Continuation): Continuation {
  // The token is from before a compaction: returns the remaining objects in their current state.
  if (version < 0) return { version: store.version, ...(after !== undefined && { after }) };
  if (version > store.version) throw buildTooLargeError(version, store.version);
  if (!store.isForgotten(version)) return { version, ...(after !== undefined && { after }) };
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
    'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
    'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
    'deleted between the time the first chunk was returned and now may show up in the list.';
  throw expired(message, writeToken({ version: -1, after: after ?? '' }));
}

/**
 * The error for a resource version that does not exist yet. (The real API server waits a while before it returns this.)
 */
function buildTooLargeError(version: number, current: number): Rejection {
  const message = `Timeout: Too large resource version: ${version}, current: ${current}`;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new Rejection(buildStatusAnswer(504, 'Timeout', { message, details: { causes, retryAfterSeconds: 1 } }));
}

/** Where the next page of a list starts, from the `continue` token. */
interface Continuation {
  /** The resource version of the list, which is never 0; -1 for the current state. */
  readonly version: number;
  /** The key of the last object on the previous page. */
  readonly after?: string;
}

function writeToken({ version, after }: Continuation): string {
  const token = { v: 'meta.k8s.io/v1', rv: version, start: `${after ?? ''}\0` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Parses a `continue` token. Throws: 400 for a malformed one. */
function readToken(token: string): Continuation {
  const value = parsed(Buffer.from(token, 'base64url').toString());
  if (!isRecord(value) || typeof value['rv'] !== 'number' || value['rv'] === 0 || typeof value['start'] !== 'string') {
    throw badRequest('invalid continue token: continue key is not valid');
  }
  return { version: value['rv'], after: value['start'].replace(/\0$/, '') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
