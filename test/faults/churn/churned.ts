import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import type { Random } from './random.ts';

/** A child that has to be there, and all that has to be in it. */
export interface Child {
  readonly kind: Kind;
  readonly desired: { readonly metadata?: { readonly name?: string } };
}

/** Something that people do to a child by hand. */
export interface Meddling {
  readonly kind: Kind;
  /** The child of the resource with this name. */
  readonly childOf: (name: string) => string;
  /** A merge patch. @default - the child is deleted */
  readonly patch?: object;
}

/** A kind of ours, and what is done to its resources. */
export interface Churned<T extends WithConditions = WithConditions> {
  readonly api: Kind<T>;
  /** A spec that becomes Ready. */
  spec(random: Random): object;
  /** What a resource at rest has. */
  childrenOf(resource: T): readonly Child[];
  /** The Pods that a status names, and the labels of those that it has to name at rest. @default - it names none */
  podsToldBy?(resource: T): { readonly named: readonly string[]; readonly labels: object };
  readonly meddling: readonly Meddling[];
  /** Whether it has a scale subresource. @default false */
  readonly scales?: boolean;
}

/** Whose children have the same name. */
export const sameName = (name: string): string => name;

/** What everybody may do to any child: a label of ours is gone from it, and so it is out of our sight. */
export const outOfSight = { metadata: { labels: { 'app.kubernetes.io/managed-by': null } } };
