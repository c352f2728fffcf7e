import { type Clock, getKey, formatKey, type KubeObject, type Logger, getMessage } from '../base/index.ts';
import { type ConversionFailure, ConversionError } from './conversion-error.ts';

/** Receives each failure of a conversion, for metrics. */
export interface FailureObserver {
  /** Called for an object that could not be converted: its whole request fails. */
  onFailed(conversion: string, reason: ConversionFailure): void;
}

export interface Reporting {
  readonly logger: Logger;
  /** Receives failures, for metrics. @default - none */
  readonly observer?: FailureObserver;
  /** Whether a text may be logged again, because it was not logged in the last minute. */
  readonly isNew: (text: string) => boolean;
}

/** A failed conversion of one object. */
interface FailedConversion {
  /** The name of the conversion. */
  readonly conversion: string;
  readonly error: unknown;
  readonly object: KubeObject;
  /** The `apiVersion` to which the object should be converted. */
  readonly to: string;
}

/** Counts a failed conversion, and logs it unless it was just logged. Returns the message for the client. */
export function reportFailure({ logger, observer, isNew }: Reporting, failed: FailedConversion): string {
  const { conversion, error, object, to } = failed;
  const { reason, fields } = error instanceof ConversionError ? error : { reason: 'Threw' as const, fields: [] };
  observer?.onFailed(conversion, reason);
  const key = formatConverted(object);
  const versions = `from ${parseVersion(object.apiVersion)} to ${parseVersion(to)}`;
  const words = `${object.kind} ${key} cannot be converted ${versions}: ${getMessage(error)}`;
  if (!isNew(words)) return words;
  const log = logger.child({ conversion, object: key, from: object.apiVersion, to });
  // Logs only the names of the fields, because the message about an invalid field contains its value.
  if (reason === 'Threw') log.error(getCause(error), 'a conversion failed');
  else log.warn('failed to convert an object', { reason, ...(fields.length > 0 && { fields }) });
  return words;
}

/** Formats the object for messages; an object that is being created may not have a name yet. */
function formatConverted({ metadata }: KubeObject): string {
  const { name, generateName = '' } = metadata as Partial<KubeObject['metadata']>;
  return formatKey(getKey({ metadata: { ...metadata, name: name ?? `${generateName}…` } }));
}

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
 * Creates a filter that lets each text pass once a minute. While a client watches the kind, an API server that cannot
 * convert an object requests its conversion ten times a second.
 */
export function createMinuteFilter(clock: Pick<Clock, 'monotonic'>): (text: string) => boolean {
  /** When each text last passed, in monotonic milliseconds; the oldest first. */
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
