import type { Kind, KubeObject, ObjectKey } from '../base/index.ts';

/** What may be done with an owned kind beyond making and changing it. */
export interface OwnsOptions {
  /** Whether `delete` exists. @default false */
  readonly delete?: boolean;
}

/** A kind whose objects the controller makes: watched, cached, applied, and granted by RBAC. */
export interface OwnedKind<T extends KubeObject = KubeObject, TDelete extends boolean = boolean> {
  readonly kind: Kind<T>;
  readonly delete: TDelete;
}

/**
 * Declares that the controller makes and keeps objects of `kind`: the verbs are create, get, list, patch and watch, and
 * `delete` only if it is named.
 */
export function owns<T extends KubeObject, const O extends OwnsOptions = object>(
  kind: Kind<T>,
  options?: O,
): OwnedKind<T, O extends { readonly delete: true } ? true : false> {
  return { kind, delete: (options?.delete ?? false) as O extends { readonly delete: true } ? true : false };
}

/** Which objects of a kind are kept in memory. */
export interface ReadsOptions {
  /** @default - every object of the kind */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** A kind that the controller only reads: verbs list and watch. */
export interface ReadKind<T extends KubeObject = KubeObject> extends ReadsOptions {
  readonly kind: Kind<T>;
}

/** Declares that the controller reads objects of `kind` from memory. A change of them starts nothing: see `watches`. */
export function reads<T extends KubeObject>(kind: Kind<T>, options: ReadsOptions = {}): ReadKind<T> {
  return { kind, ...options };
}

/** A kind whose changes start reconciles. */
export interface WatchedKind<T extends KubeObject = KubeObject> extends ReadKind<T> {
  /** The keys of the resources that a change of `object` concerns. */
  readonly mapTo: (object: T) => readonly ObjectKey[];
}

/** Declares that the controller reads objects of `kind`, and that a change of one concerns the resources of `mapTo`. */
export function watches<T extends KubeObject>(
  kind: Kind<T>,
  mapTo: (object: T) => readonly ObjectKey[],
  options: ReadsOptions = {},
): WatchedKind<T> {
  return { kind, mapTo, ...options };
}

export type OwnedKinds = Readonly<Record<string, OwnedKind>>;
export type ReadKinds = Readonly<Record<string, ReadKind>>;
/** Of any kind each: who takes a Deployment takes no arbitrary object, so `mapTo` is only known to take something. */
export type WatchedKinds = Readonly<
  Record<string, ReadKind & { readonly mapTo: (object: never) => readonly ObjectKey[] }>
>;
