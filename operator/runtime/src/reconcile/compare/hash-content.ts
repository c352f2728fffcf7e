import { hash } from 'node:crypto';

import type { Please } from '../../base/index.ts';
import { toCanonicalJson } from './canonical.ts';

/** Makes the compiler reject an argument whose hash would change with every write, or never. */
type Content<T> =
  T extends PromiseLike<unknown>
    ? Please<'a promise has no content: await it'>
    : T extends { readonly metadata: unknown }
      ? Please<'metadata changes with every write: pass data, spec or status'>
      : T;

/**
 * Returns a short hash of content that Pods read, such as `secret.data`. Put it into an annotation of the Pod template:
 * when the content changes, Kubernetes replaces the Pods. For several sources pass a list: `hashContent([secret.data,
 * map.data])`.
 * @returns 16 lowercase hexadecimal digits, valid in an annotation, a label, or a name. They are the same in every
 *   process and version for equal content, in any order of its keys. The hash does not reveal the content, but it
 *   confirms a correct guess, so do not use it for values that are easy to guess
 */
export function hashContent<const T>(content: T & Content<T>): string {
  return hash('sha256', toCanonicalJson([content]), 'hex').slice(0, 16);
}
