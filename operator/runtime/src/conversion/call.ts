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
import { ConversionError } from './unconvertible.ts';

/** An author's function, in one direction. */
export interface Direction {
  readonly function: (content: Content) => ConversionResult;
  /** For messages: `toHub of v1`. */
  readonly name: string;
  /** Fields of the status that have the same schema in both versions, and that the runtime itself writes. */
  readonly shared: readonly string[];
  /** What the function returns objects of. */
  readonly to: Api;
}

type Members = Readonly<Record<string, unknown>>;

/** The content of an object as JSON has it: a stored object may lack its spec. */
export interface JsonContent {
  readonly spec?: Members;
  readonly status?: Members;
}

/**
 * What an author's function makes of the content of an object. Without a spec there is nothing to convert: what is
 * stored without one can be read, and deleted, in every version.
 *
 * Errors: `ConversionError` if it throws, or returns what is no content.
 */
export function call(direction: Direction, content: JsonContent): JsonContent {
  const result = content.spec === undefined ? {} : checkResult(direction, callFunction(direction, content));
  const { status = {} } = content;
  const shared = Object.fromEntries(
    direction.shared.flatMap((name) => (Object.hasOwn(status, name) ? [[name, status[name]]] : [])),
  );
  const isStatusSet = result.status !== undefined || Object.keys(shared).length > 0;
  return { ...result, ...(isStatusSet && { status: { ...shared, ...result.status } }) };
}

/** As JSON: without what is `undefined`, and nothing of it is in the hands of the author any more. */
function callFunction(direction: Direction, content: JsonContent): unknown {
  try {
    const result: unknown = direction.function(deepFreeze(content) as Content);
    checkNumbers(direction, result, content);
    return result === undefined ? undefined : parseExactly(stringifyExactly(result));
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    const large = findInexact(content, {}, (value) => typeof value === 'number');
    if (large !== undefined)
      throw buildInexactError(large, `${direction.name} cannot take it: ${getMessage(error)}`, error);
    throw new ConversionError('Threw', `${direction.name} failed: ${getMessage(error)}`, { cause: error });
  }
}

/** Errors: `ConversionError` for a number that may be rounded, unless it is as it was stored. */
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
  if (other !== undefined) return `${other}, which is not its to change: it returns spec and status`;
  if (!isRecord(spec)) return 'no spec';
  return status === undefined || isRecord(status) ? undefined : 'a status that is no object';
}

/** Whoever changes what they are given would change what is compared. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
