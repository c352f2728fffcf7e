import { type Clock, getKey, formatKey, type KubeObject, type Logger, getMessage } from '../base/index.ts';
import { type ConversionFailure, ConversionError } from './unconvertible.ts';

/** Called with each failure of a conversion, for metrics. */
export interface FailureObserver {
  /** An object could not be converted, and so none of its request was. */
  onFailed(conversion: string, reason: ConversionFailure): void;
}

/** Where failures are reported. */
export interface Reporting {
  readonly logger: Logger;
  /** @default - nobody */
  readonly observer?: FailureObserver;
  /** Whether a line of the log, as text, was not logged lately. */
  readonly isNew: (text: string) => boolean;
}

/** An object that could not be converted. */
interface FailedConversion {
  /** The name of the conversion. */
  readonly conversion: string;
  readonly error: unknown;
  readonly object: KubeObject;
  /** The desired `apiVersion`. */
  readonly to: string;
}

/** Counts a failure, and logs it unless it was just logged. Returns its words for who has sent the request. */
export function reportFailure({ logger, observer, isNew }: Reporting, failed: FailedConversion): string {
  const { conversion, error, object, to } = failed;
  const { reason, fields } = error instanceof ConversionError ? error : { reason: 'Threw' as const, fields: [] };
  observer?.onFailed(conversion, reason);
  const key = formatConverted(object);
  const versions = `from ${parseVersion(object.apiVersion)} to ${parseVersion(to)}`;
  const words = `${object.kind} ${key} cannot be converted ${versions}: ${getMessage(error)}`;
  if (!isNew(words)) return words;
  const log = logger.child({ conversion, object: key, from: object.apiVersion, to });
  // The words of a fault have the value of its field.
  if (reason === 'Threw') log.error(getCause(error), 'a conversion failed');
  else log.warn('an object cannot be converted', { reason, ...(fields.length > 0 && { fields }) });
  return words;
}

/** An object that is being created may have no name yet. */
function formatConverted({ metadata }: KubeObject): string {
  const { name, generateName = '' } = metadata as Partial<KubeObject['metadata']>;
  return formatKey(getKey({ metadata: { ...metadata, name: name ?? `${generateName}…` } }));
}

/** What an author's function has thrown. */
function getCause(error: unknown): unknown {
  return error instanceof ConversionError ? error.cause : error;
}

/** `v2` of `example.com/v2`. */
function parseVersion(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

const minuteMs = 60_000;
const mostTexts = 1_000;

/**
 * Whether a text is new for a minute: for lines of the log. An API server that cannot read an object asks for it ten
 * times a second, for as long as somebody watches its kind.
 */
export function createMinuteFilter(clock: Pick<Clock, 'monotonic'>): (text: string) => boolean {
  /** When each was new, the oldest first. */
  const newAt = new Map<string, number>();
  return (text) => {
    const now = clock.monotonic();
    const last = newAt.get(text);
    if (last !== undefined && now - last < minuteMs) return false;
    newAt.delete(text);
    newAt.set(text, now);
    const [oldest] = newAt.keys();
    if (newAt.size > mostTexts && oldest !== undefined) newAt.delete(oldest);
    return true;
  };
}
