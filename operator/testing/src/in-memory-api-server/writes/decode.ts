import type { JsonObject } from '../json.ts';
import { badRequest, type Refusal } from '../refusal.ts';
import { defaulted, pruned } from '../schema/complete.ts';
import { Undecodable } from '../schema/object-meta.ts';
import type { ServedKind } from '../served/served-kind.ts';
import type { Write } from './write.ts';

/**
 * An object as the API server decodes it: without the fields that its schema does not declare, and with its defaults.
 *
 * Throws: `refused` for such a field under strict validation, and for what cannot be decoded.
 */
export function decoded({ query, served }: Write, sent: JsonObject, refused: (why: string) => Refusal): JsonObject {
  if (served.schema === undefined) return sent;
  try {
    const { object, unknown } = pruned(sent, served.schema);
    if (query['fieldValidation'] === 'Strict' && unknown.length > 0) throw unknownFields(unknown);
    return defaulted(object, served.schema);
  } catch (error) {
    if (error instanceof Undecodable) throw refused(error.message);
    throw error;
  }
}

function unknownFields(paths: readonly string[]): Undecodable {
  const texts = paths.map((path) => `unknown field ${JSON.stringify(path)}`);
  return new Undecodable(`strict decoding error: ${texts.join(', ')}`);
}

/** The answer to a body that cannot be decoded. */
export function undecodable({ kind: { kind, version } }: ServedKind): (why: string) => Refusal {
  return (why) => badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${why}`);
}
