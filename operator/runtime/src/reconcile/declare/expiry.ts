import { formatKey, getKey, type Kind, type KubeObject, OperatorError } from '../../base/index.ts';
import type { Predicate } from './predicates.ts';

/** Returns when an object expires, in milliseconds since 1970, or as a `Date`; `undefined` means never. */
export type Expiry<T extends KubeObject = KubeObject> = (this: void, object: T) => number | Date | undefined;

interface Expiring {
  readonly api: Kind;
  readonly expiresAt?: Expiry;
}

/**
 * Returns when an object expires, in milliseconds since 1970. Errors: `DECLARATION_INVALID` if `expiresAt` returns no
 * valid time; otherwise what `expiresAt` throws.
 */
export function findExpiry({ api, expiresAt }: Expiring, object: KubeObject): number | undefined {
  const at = expiresAt?.(object);
  if (at === undefined) return undefined;
  const ms = Number(at);
  if (!Number.isNaN(ms)) return ms;
  const key = getKey(object);
  const hint = 'expiresAt has returned no valid time: return milliseconds since 1970, a Date, or undefined';
  throw new OperatorError('DECLARATION_INVALID', `find when ${api.kind} ${formatKey(key)} expires`, {
    hint,
    object: key,
  });
}

/** Returns when an object expires, but NaN if `expiresAt` throws: the reconcile of the object reports the error. */
export function findExpiryOrNaN(declared: Expiring, object: KubeObject): number | undefined {
  try {
    return findExpiry(declared, object);
  } catch {
    return NaN;
  }
}

/** A predicate: the object expires at another time than before, or its time is invalid. */
export function expiryChanged(declared: Expiring): Predicate {
  return (before, after) => findExpiryOrNaN(declared, before) !== findExpiryOrNaN(declared, after);
}
