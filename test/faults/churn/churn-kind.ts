import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import type { Random } from './random.ts';

/** A child that must exist with all fields of `desired`. */
export interface Child {
  readonly kind: Kind;
  readonly desired: { readonly metadata?: { readonly name?: string } };
}

/** A change that another client makes to a child. */
export interface ChildEdit {
  readonly kind: Kind;
  /** The name of the child of an owner. */
  readonly formatChildName: (name: string) => string;
  /** A merge patch. @default - the child is deleted */
  readonly patch?: object;
}

/** A kind of ours, with the specs and child edits of the test, and the expected children. */
export interface ChurnKind<T extends WithConditions = WithConditions> {
  readonly api: Kind<T>;
  /** A random spec that becomes Ready. */
  spec(random: Random): object;
  /** The children of an object that is up to date. */
  buildChildren(resource: T): readonly Child[];
  /** The Pods in the status, and the labels of the Pods that must be in it. @default - the status names no Pods */
  podsInStatus?(resource: T): { readonly named: readonly string[]; readonly labels: object };
  readonly childEdits: readonly ChildEdit[];
  /** Whether the kind has a scale subresource. @default false */
  readonly scales?: boolean;
}

export const keepName = (name: string): string => name;

/** A patch for any child that removes our label, so that our watch no longer selects the child. */
export const withoutOurLabel = { metadata: { labels: { 'app.kubernetes.io/managed-by': null } } };
