import type { KubeObject } from '../../base/index.ts';
import type { Part } from '../../client/index.ts';

/** The metadata that a controller may ask for; the runtime adds its own labels, the hash and the owner. */
export interface DesiredMeta {
  readonly name: string;
  /**
   * Asked for where the resource is cluster-scoped and the child is not, and only there: an owner reference leads to no
   * other namespace. @default - the owner's
   */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What is the runtime's or the cluster's; and what is never stored as it is written, so that drift could not be seen. */
type NotOurs = 'apiVersion' | 'kind' | 'metadata' | 'status' | 'stringData';

/**
 * What a controller wants of an object: the fields that it sets, and no others. Fields left out belong to others.
 *
 * `null` keeps a field unset, whoever sets it: for one that would change what a field beside it means, as `args` do beside
 * a `command`. It is there for optional scalars and lists of scalars of a built-in kind; an empty list only says that no
 * item is asked for, and the list may be somebody else's.
 */
export type Desired<T extends KubeObject> = { readonly metadata: DesiredMeta } & {
  readonly [K in Exclude<keyof T, NotOurs>]?: Part<T[K], never>;
};
