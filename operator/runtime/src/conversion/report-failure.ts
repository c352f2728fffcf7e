import { keyOf, keyText, type KubeObject, type Logger, messageOf } from '../base/index.ts';
import { type ConversionFailure, NotConverted } from './unconvertible.ts';

/** Called with each failure of a conversion, for metrics. */
export interface FailureObserver {
  /** An object could not be converted, and so none of its request was. */
  failed(conversion: string, reason: ConversionFailure): void;
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
export interface FailedConversion {
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
  const { reason, fields } = error instanceof NotConverted ? error : { reason: 'Threw' as const, fields: [] };
  observer?.failed(conversion, reason);
  const key = textOf(object);
  const versions = `from ${versionIn(object.apiVersion)} to ${versionIn(to)}`;
  const words = `${object.kind} ${key} cannot be converted ${versions}: ${messageOf(error)}`;
  if (!isNew(words)) return words;
  const log = logger.child({ conversion, object: key, from: object.apiVersion, to });
  // The words of a fault have the value of its field.
  if (reason === 'Threw') log.error(causeOf(error), 'a conversion failed');
  else log.warn('an object cannot be converted', { reason, ...(fields.length > 0 && { fields }) });
  return words;
}

/** An object that is being created may have no name yet. */
function textOf({ metadata }: KubeObject): string {
  const { name, generateName = '' } = metadata as Partial<KubeObject['metadata']>;
  return keyText(keyOf({ metadata: { ...metadata, name: name ?? `${generateName}…` } }));
}

/** What an author's function has thrown. */
function causeOf(error: unknown): unknown {
  return error instanceof NotConverted ? error.cause : error;
}

/** `v2` of `example.com/v2`. */
function versionIn(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
