import { hash } from 'node:crypto';

import type { Please } from '../../base/index.ts';
import { toCanonicalJson } from './canonical.ts';

/** Turns an argument whose hash would change with every write, or never, into a sentence for the compiler. */
type Content<T> =
  T extends PromiseLike<unknown>
    ? Please<'a promise has no content: await it'>
    : T extends { readonly metadata: unknown }
      ? Please<'metadata changes with every write: pass data, spec or status'>
      : T;

/**
 * A short hash of what a Pod reads, such as `secret.data`: as an annotation of the Pod template, it makes Kubernetes
 * replace the Pods when the content changes. For several sources pass a list: `hashContent([secret.data, map.data])`.
 *
 * @returns 16 lowercase hexadecimal digits, for an annotation, a label, or the end of a name. Equal for equal content
 * with its keys in any order, in every process and version. It does not contain the content; but who sees it can check
 * a guess, so it does not hide a value that is easy to guess
 */
export function hashContent<const T>(content: T & Content<T>): string {
  return hash('sha256', toCanonicalJson([content]), 'hex').slice(0, 16);
}
