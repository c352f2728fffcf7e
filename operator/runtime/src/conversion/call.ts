import { formatFaults, invalid } from '../admission/index.ts';
import {
  type Api,
  findInexact,
  hasNumber,
  type InexactNumber,
  inexactNumberHint,
  findKindSchema,
} from '../api/index.ts';
import { stringifyExactly, isRecord, getMessage, parseExactly } from '../base/index.ts';
import type { Content, ConversionResult } from './spoke.ts';
import { ConversionError } from './conversion-error.ts';

/** The names of the fields that the runtime copies, which the author's function does not return. */
export interface SharedNames {
  readonly spec: readonly string[];
  readonly status: readonly string[];
}

/** An author's conversion function: `toHub` or `fromHub` of one version. */
export interface Direction {
  readonly function: (content: Content) => ConversionResult;
  /** The name of the function in messages: `toHub of v1`. */
  readonly name: string;
  /** The fields that both versions have. */
  readonly shared: SharedNames;
  /** The API version of the returned objects. */
  readonly to: Api;
}

type Members = Readonly<Record<string, unknown>>;

/** The spec and the status of an object as JSON. An object may be stored without a spec. */
export interface JsonContent {
  readonly spec?: Members;
  readonly status?: Members;
}

/**
 * Converts content with the author's function, and copies shared fields. Does not call it for content without a spec,
 * so that an object stored without one can be read and deleted in every version. Errors: `ConversionError` if the
 * function throws, or returns invalid content.
 */
export function call(direction: Direction, content: JsonContent): JsonContent {
  const status = pickFields(content.status, direction.shared.status);
  const result = content.spec === undefined ? {} : checkResult(direction, callFunction(direction, content));
  const isStatusSet = result.status !== undefined || Object.keys(status).length > 0;
  return {
    ...(result.spec && { spec: { ...pickFields(content.spec, direction.shared.spec), ...result.spec } }),
    ...(isStatusSet && { status: { ...status, ...result.status } }),
  };
}

function pickFields(from: Members | undefined, names: readonly string[]): Members {
  const held = from ?? {};
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(held, name) ? [[name, held[name]]] : [])));
}

/**
 * Calls the author's function. Converts its result to JSON, which drops `undefined` and copies objects that the
 * function may share.
 */
function callFunction(direction: Direction, content: JsonContent): unknown {
  try {
    const result: unknown = direction.function(deepFreeze(content) as Content);
    checkNumbers(direction, result, content);
    return result === undefined ? undefined : parseExactly(stringifyExactly(result));
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    const large = findInexact(content, {}, (value) => typeof value === 'number');
    if (large !== undefined)
      throw buildInexactError(large, `${direction.name} cannot convert it: ${getMessage(error)}`, error);
    throw new ConversionError('Threw', `${direction.name} failed: ${getMessage(error)}`, { cause: error });
  }
}

/** Throws `ConversionError` for a number in the result that may be rounded, unless it is the same as in the input. */
function checkNumbers({ name, to }: Direction, result: unknown, content: JsonContent): void {
  const found = findInexact(result, findKindSchema(to) ?? {}, (value) => hasNumber(content, value));
  if (found !== undefined) throw buildInexactError(found, `${name} returned it: ${inexactNumberHint}`);
}

function buildInexactError({ path, value }: InexactNumber, why: string, cause?: unknown): ConversionError {
  const text = formatFaults([invalid(path, typeof value === 'bigint' ? value : String(value), why)]);
  return new ConversionError('Inexact', text, { fields: [path], cause });
}

function checkResult({ name }: Direction, result: unknown): JsonContent {
  const problem = findProblem(result);
  if (problem !== undefined) throw new ConversionError('InvalidResult', `${name} returned ${problem}`);
  return result as JsonContent;
}

function findProblem(result: unknown): string | undefined {
  if (!isRecord(result)) return 'no object';
  const { spec, status, ...others } = result;
  const [other] = Object.keys(others);
  if (other !== undefined) return `${other}, which it must not change: return only spec and status`;
  if (!isRecord(spec)) return 'no spec';
  return status === undefined || isRecord(status) ? undefined : 'a status that is not an object';
}

/** Freezes the content, because a function that changed it would change the values that its result is compared with. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
