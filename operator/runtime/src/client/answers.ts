import { isRecord } from '../base/index.ts';
import type { RawWatchEvent } from './resource.ts';
import { ApiError } from './status-error.ts';
import { describeText } from './describe-text.ts';
import type { ApiResponse } from './transport.ts';

/** The fields of an object that the client validates. */
interface ObjectBody {
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The fields of a list response. */
interface ListBody {
  readonly items: readonly ObjectBody[];
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
}

/**
 * Returns the object in a response. Errors: `ApiError` with status 0 for anything else, which an API server never
 * sends.
 * @param what the request; completes "failed to ..."
 */
export function parseObject(what: string, { status, body }: ApiResponse): ObjectBody {
  if (isBody(body)) return body;
  throw buildNoAnswerError(what, status, isRecord(body) ? 'an object without metadata' : describeValue(body));
}

/**
 * Returns the list in a response. Errors: `ApiError` with status 0 for anything else, also if an item is not an object.
 */
export function parseList(what: string, response: ApiResponse): ListBody {
  const { metadata, items } = parseObject(what, response) as ObjectBody & { readonly items?: unknown };
  const problem = findListProblem(items, metadata);
  if (problem !== undefined) throw buildNoAnswerError(what, response.status, problem);
  // Go encodes an empty list as null.
  return { items: items ?? [], metadata } as ListBody;
}

function findListProblem(items: unknown, { resourceVersion }: ObjectBody['metadata']): string | undefined {
  if (items === undefined) return 'an object without items';
  if (typeof resourceVersion !== 'string') return 'a list without metadata.resourceVersion';
  if (items !== null && !Array.isArray(items)) return `a list whose items are ${describeValue(items)}`;
  for (const item of (items ?? []) as readonly unknown[]) {
    const problem = findProblem(item);
    if (problem !== undefined) return `a list with an item that ${problem}`;
  }
  return undefined;
}

const typesOfObjects: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/** Maximum length of an unknown event type in the result; every known type is shorter. */
const longestType = 64;

/**
 * Parses one line of a watch. An unknown event type becomes `UNKNOWN`, because later API servers may have more types.
 * Errors: `ApiError` with status 0 for a line that is not an event, or whose object has no name or resource version.
 */
export function parseEvent<T>(what: string, line: string): RawWatchEvent<T> {
  const event = parseLine(what, line);
  if (!isRecord(event) || typeof event['type'] !== 'string')
    throw new ApiError(what, { status: 0, body: `a line of the watch is not an event: it is ${describeValue(event)}` });
  const { type, object } = event;
  if (type === 'ERROR') return { type, object };
  if (!typesOfObjects.has(type)) return { type: 'UNKNOWN', name: type.slice(0, longestType) };
  const problem = type === 'BOOKMARK' ? findVersionProblem(object) : findProblem(object);
  if (problem === undefined) return event as unknown as RawWatchEvent<T>;
  throw new ApiError(what, { status: 0, body: `the object of an event of type ${type} ${problem}` });
}

function parseLine(what: string, line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // Omits the parser's error as the cause: it quotes the line, and with it an object.
    throw new ApiError(what, { status: 0, body: `a line of the watch is ${describeText(line)}` });
  }
}

/** Describes why an object cannot be cached: it has no name, or no resource version to compare. */
function findProblem(object: unknown): string | undefined {
  const problem = findVersionProblem(object);
  if (problem !== undefined) return problem;
  const { name, namespace } = (object as ObjectBody).metadata;
  if (typeof name !== 'string' || name === '') return 'has no metadata.name';
  return namespace === undefined || typeof namespace === 'string' ? undefined : 'has a namespace that is not a string';
}

function findVersionProblem(object: unknown): string | undefined {
  if (!isRecord(object)) return `is ${describeValue(object)}`;
  if (!isBody(object)) return 'has no metadata';
  const { resourceVersion } = object.metadata;
  return typeof resourceVersion === 'string' && resourceVersion !== '' ? undefined : 'has no metadata.resourceVersion';
}

function buildNoAnswerError(what: string, status: number, problem: string): ApiError {
  return new ApiError(what, buildNoAnswer(status, problem));
}

function buildNoAnswer(status: number, problem: string): { readonly status: number; readonly body: string } {
  const hint = 'check for a proxy between the operator and the API server';
  return { status: 0, body: `the server answered ${String(status)} with ${problem}: ${hint}` };
}

/**
 * The error for a watch response with a success status other than 200, or with a redirect: API servers never send
 * these.
 */
export function buildNotServedError(what: string, status: number, body: unknown): ApiError {
  return new ApiError(what, { ...buildNoAnswer(status, describeValue(body)), status });
}

/** Describes the type of a value without its content, which may be secret. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return describeText(value);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isBody(value: unknown): value is ObjectBody {
  return isRecord(value) && isRecord(value['metadata']);
}
