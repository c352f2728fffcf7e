import { stringifyExactly, isRecord, type ObjectMeta, parseExactly } from '../base/index.ts';
import { type Difference, isDifference } from './difference.ts';
import { ConversionError } from './conversion-error.ts';

/** The values of an object that exist in another version, but not in its current one. */
export interface RetainedVersion {
  /**
   * The hash of the object's content when the values were retained. If it differs from the present one, a client has
   * changed the object.
   */
  readonly beside: string;
  /**
   * The changes from the current content, converted to the other version, to the content that the object had in that
   * version.
   */
  readonly difference: Difference;
}

/** Retained values by version name. */
export type RetainedVersions = ReadonlyMap<string, RetainedVersion>;

/** The start of the annotation's name; the version of the retained values follows. */
export const retainedPrefix = 'conversion.kubewright.dev/';

/**
 * Maximum size of all annotations of an object together, in bytes: `validation.TotalAnnotationSizeLimitB` in
 * apimachinery.
 */
const mostBytes = 256 * 1024;

type Annotations = Readonly<Record<string, string>>;

/** Reads retained values from annotations. Ignores malformed ones, because users can edit annotations. */
export function readRetained({ annotations = {} }: Pick<ObjectMeta, 'annotations'>): RetainedVersions {
  return new Map(
    Object.entries(annotations).flatMap(([name, text]) => {
      const kept = name.startsWith(retainedPrefix) ? tryRead(text) : undefined;
      return kept === undefined ? [] : [[name.slice(retainedPrefix.length), kept] as const];
    }),
  );
}

/**
 * Returns the metadata with annotations for exactly these retained values. Errors: `ConversionError` if the annotations
 * exceed the API server's limit.
 */
export function withRetained(metadata: ObjectMeta, kept: RetainedVersions): ObjectMeta {
  const { annotations = {}, ...rest } = metadata;
  const written = Object.fromEntries(
    [...kept].map(([version, each]) => [`${retainedPrefix}${version}`, serializeRetained(each)]),
  );
  const names = Object.keys(annotations).filter((name) => name.startsWith(retainedPrefix));
  if (kept.size === names.length && names.every((name) => written[name] === annotations[name])) return metadata;
  const others = Object.entries(annotations).filter(([name]) => !name.startsWith(retainedPrefix));
  const all = { ...Object.fromEntries(others), ...written };
  if (kept.size > 0) checkSize(all);
  return Object.keys(all).length === 0 ? rest : { ...rest, annotations: all };
}

function checkSize(annotations: Annotations): void {
  const bytes = Object.entries(annotations).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  if (bytes <= mostBytes) return;
  const message = `the annotations that retain the fields that this version lacks would take ${String(bytes)} bytes, but at most ${String(mostBytes)} are allowed: make the object smaller`;
  throw new ConversionError('TooLarge', message);
}

function serializeRetained({ beside, difference }: RetainedVersion): string {
  return stringifyExactly({ beside, difference });
}

function tryRead(text: string): RetainedVersion | undefined {
  const value = tryParse(text);
  if (!isRecord(value)) return undefined;
  const { beside, difference } = value;
  const isOurs = typeof beside === 'string' && isRecord(difference) && isDifference(difference);
  return isOurs ? { beside, difference } : undefined;
}

function tryParse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined; // The caller ignores the malformed annotation.
  }
}
