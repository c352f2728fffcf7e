import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import type { Random } from './random.ts';

/** An expected child, which must have all fields of `desired`. */
export interface Child {
  readonly kind: Kind;
  readonly desired: { readonly metadata?: { readonly name?: string } };
}

/** A change that another client makes to a child. */
export interface ChildEdit {
  readonly kind: Kind;
  /** Returns the name of the child of an owner. */
  readonly formatChildName: (name: string) => string;
  /** A merge patch of the child. @default - the child is deleted */
  readonly patch?: object;
}

/** A kind of this repository, with random specs, edits of its children, and the expected children. */
export interface ChurnKind<T extends WithConditions = WithConditions> {
  readonly api: Kind<T>;
  /** Returns a random spec with which the object becomes Ready. */
  spec(random: Random): object;
  /** Returns the children of an object that is up to date. */
  buildChildren(resource: T): readonly Child[];
  /**
   * Returns the Pods in the status, and the labels of the Pods that must be in it. @default - the status names no Pods
   */
  podsInStatus?(resource: T): { readonly named: readonly string[]; readonly labels: object };
  readonly childEdits: readonly ChildEdit[];
  /** Whether the kind has a scale subresource. @default false */
  readonly scales?: boolean;
}

export const keepName = (name: string): string => name;

/** A patch for any child that removes the operator's label, so that its watch no longer selects the child. */
export const withoutOurLabel = { metadata: { labels: { 'app.kubernetes.io/managed-by': null } } };
