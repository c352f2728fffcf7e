import { isRecord } from '../base/index.ts';
import type { RawWatchEvent } from './resource.ts';
import { ApiError } from './status-error.ts';
import { textInWords } from './text-in-words.ts';
import type { ApiResponse } from './transport.ts';

/** What is checked of every object. */
interface Body {
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The body of a list, as the API server answers it. */
interface ListBody {
  readonly items: readonly Body[];
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
}

/**
 * The object in a response. Errors: `ApiError` with status 0 for anything else, because no API server sends that.
 *
 * @param what was requested, completes "failed to ..."
 */
export function objectIn(what: string, { status, body }: ApiResponse): Body {
  if (isBody(body)) return body;
  throw noAnswer(what, status, isRecord(body) ? 'an object without metadata' : kindOf(body));
}

/** The list in a response. Errors: as `objectIn`, also if one of its items is no object. */
export function listIn(what: string, response: ApiResponse): ListBody {
  const { metadata, items } = objectIn(what, response) as Body & { readonly items?: unknown };
  const problem = problemOfList(items, metadata);
  if (problem !== undefined) throw noAnswer(what, response.status, problem);
  // Go writes null for an empty list.
  return { items: items ?? [], metadata } as ListBody;
}

function problemOfList(items: unknown, { resourceVersion }: Body['metadata']): string | undefined {
  if (items === undefined) return 'an object without items';
  if (typeof resourceVersion !== 'string') return 'a list without metadata.resourceVersion';
  if (items !== null && !Array.isArray(items)) return `a list whose items are ${kindOf(items)}`;
  for (const item of (items ?? []) as readonly unknown[]) {
    const problem = problemOf(item);
    if (problem !== undefined) return `a list with an item that ${problem}`;
  }
  return undefined;
}

const typesOfObjects: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/** Every known event type is shorter. */
const longestType = 64;

/**
 * The event in a line of a watch. An event of an unknown type is returned as `UNKNOWN`, because a later API server may
 * have more types.
 *
 * Errors: `ApiError` with status 0 for a line that is no event, or whose object has no name or resource version.
 */
export function eventIn<T>(what: string, line: string): RawWatchEvent<T> {
  const event = parsed(what, line);
  if (!isRecord(event) || typeof event['type'] !== 'string')
    throw new ApiError(what, { status: 0, body: `a line of the watch is no event: it is ${kindOf(event)}` });
  const { type, object } = event;
  if (type === 'ERROR') return { type, object };
  if (!typesOfObjects.has(type)) return { type: 'UNKNOWN', name: type.slice(0, longestType) };
  const problem = type === 'BOOKMARK' ? problemOfVersion(object) : problemOf(object);
  if (problem === undefined) return event as unknown as RawWatchEvent<T>;
  throw new ApiError(what, { status: 0, body: `the object of an event of type ${type} ${problem}` });
}

function parsed(what: string, line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // Without the error of the parser as its cause: it quotes the line, and with it an object.
    throw new ApiError(what, { status: 0, body: `a line of the watch is ${textInWords(line)}` });
  }
}

/** What is wrong with an object that cannot be cached: it has no name, or no resource version to compare. */
function problemOf(object: unknown): string | undefined {
  const problem = problemOfVersion(object);
  if (problem !== undefined) return problem;
  const { name, namespace } = (object as Body).metadata;
  if (typeof name !== 'string' || name === '') return 'has no metadata.name';
  return namespace === undefined || typeof namespace === 'string' ? undefined : 'has a namespace that is no text';
}

function problemOfVersion(object: unknown): string | undefined {
  if (!isRecord(object)) return `is ${kindOf(object)}`;
  if (!isBody(object)) return 'has no metadata';
  const { resourceVersion } = object.metadata;
  return typeof resourceVersion === 'string' && resourceVersion !== '' ? undefined : 'has no metadata.resourceVersion';
}

function noAnswer(what: string, status: number, problem: string): ApiError {
  return new ApiError(what, noAnswerOf(status, problem));
}

function noAnswerOf(status: number, problem: string): { readonly status: number; readonly body: string } {
  const hint = 'is something between the operator and the API server?';
  return { status: 0, body: `it was answered ${String(status)} with ${problem}: ${hint}` };
}

/** A watch that was answered with another success than 200, or with a redirect: no API server does that. */
export function notServed(what: string, status: number, body: unknown): ApiError {
  return new ApiError(what, { ...noAnswerOf(status, kindOf(body)), status });
}

/** The type of a value without its content, which may be secret. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return textInWords(value);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isBody(value: unknown): value is Body {
  return isRecord(value) && isRecord(value['metadata']);
}
