import { isRecord, messageOf } from '../base/index.ts';
import type { Content, Converted } from './content.ts';
import { NotConverted } from './unconvertible.ts';

/** An author's function, in one direction. */
export interface Direction {
  readonly function: (content: Content) => Converted;
  /** For messages: `toHub of v1`. */
  readonly name: string;
  /** Fields of the status that have the same schema in both versions, and that the runtime itself writes. */
  readonly shared: readonly string[];
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
 * Errors: `NotConverted` if it throws, or returns what is no content.
 */
export function call(direction: Direction, content: JsonContent): JsonContent {
  const result = content.spec === undefined ? {} : checked(direction, returned(direction, content));
  const { status = {} } = content;
  const shared = Object.fromEntries(
    direction.shared.flatMap((name) => (Object.hasOwn(status, name) ? [[name, status[name]]] : [])),
  );
  const isStatusSet = result.status !== undefined || Object.keys(shared).length > 0;
  return { ...result, ...(isStatusSet && { status: { ...shared, ...result.status } }) };
}

/** As JSON: without what is `undefined`, and nothing of it is in the hands of the author any more. */
function returned(direction: Direction, content: JsonContent): unknown {
  try {
    const result: unknown = direction.function(deepFrozen(content) as Content);
    return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown);
  } catch (error) {
    if (error instanceof NotConverted) throw error;
    throw new NotConverted('Threw', `${direction.name} failed: ${messageOf(error)}`, { cause: error });
  }
}

function checked({ name }: Direction, result: unknown): JsonContent {
  const problem = problemIn(result);
  if (problem !== undefined) throw new NotConverted('InvalidResult', `${name} returned ${problem}`);
  return result as JsonContent;
}

function problemIn(result: unknown): string | undefined {
  if (!isRecord(result)) return 'no object';
  const { spec, status, ...others } = result;
  const [other] = Object.keys(others);
  if (other !== undefined) return `${other}, which is not its to change: it returns spec and status`;
  if (!isRecord(spec)) return 'no spec';
  return status === undefined || isRecord(status) ? undefined : 'a status that is no object';
}

/** Whoever changes what they are given would change what is compared. */
function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
