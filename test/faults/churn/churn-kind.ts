import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import type { Random } from './random.ts';

/** A child that has to exist, with all these fields. */
export interface Child {
  readonly kind: Kind;
  readonly desired: { readonly metadata?: { readonly name?: string } };
}

/** A change that somebody makes to a child by hand. */
export interface ChildEdit {
  readonly kind: Kind;
  /** The name of the child, from the name of the resource. */
  readonly childOf: (name: string) => string;
  /** A merge patch. @default - the child is deleted */
  readonly patch?: object;
}

/** A kind of ours, and how its resources and children are changed and compared. */
export interface ChurnKind<T extends WithConditions = WithConditions> {
  readonly api: Kind<T>;
  /** A spec that becomes Ready. */
  spec(random: Random): object;
  /** The children of a resource that is up to date. */
  childrenOf(resource: T): readonly Child[];
  /** The Pods that a status names, and the labels of those that it has to name. @default - it names none */
  podsInStatus?(resource: T): { readonly named: readonly string[]; readonly labels: object };
  readonly childEdits: readonly ChildEdit[];
  /** Whether it has a scale subresource. @default false */
  readonly scales?: boolean;
}

/** `childOf` of children that have the name of their resource. */
export const sameName = (name: string): string => name;

/** A patch for any child: it loses our label, so that our watch no longer selects it. */
export const withoutOurLabel = { metadata: { labels: { 'app.kubernetes.io/managed-by': null } } };
