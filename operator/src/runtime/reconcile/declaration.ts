import type { Kind, KubeObject, Logger, ObjectKey, TypeOf } from '../base/index.ts';
import type { Action } from './action.ts';
import type { Desired } from './desired.ts';
import type { StatusWriter } from './status.ts';

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

/** Reading from memory: never a call to the API server. */
export interface Reads<T extends KubeObject> {
  get(name: string, namespace?: string): T | undefined;
  list(namespace?: string): readonly T[];
}

/** Objects of one kind whose controller is the object that is reconciled; no others, whatever their names and labels. */
export interface Owns<T extends KubeObject> extends Reads<T> {
  /**
   * Makes the child as `desired` says, or puts it right. Sends nothing if it already is.
   *
   * Guarantees: afterwards every controller of the process sees the result or something newer; a child of somebody else
   * is never touched; nothing is made for an owner that is gone or going.
   * Errors: `NAME_CONFLICT`, `OWNER_GONE`, `ApiError`. Let them through: the runtime reports them and tries again.
   */
  apply(desired: Desired<T>): Promise<T>;
}

/** Owned objects that may also be deleted. */
export interface OwnsAndDeletes<T extends KubeObject> extends Owns<T> {
  /** Deletes the child if it is ours; resolves also if it is gone. Its dependents go in the background. */
  delete(name: string): Promise<void>;
}

export type OwnedKinds = Readonly<Record<string, OwnedKind>>;
export type ReadKinds = Readonly<Record<string, ReadKind>>;
/** Of any kind each: who takes a Deployment takes no arbitrary object, so `mapTo` is only known to take something. */
export type WatchedKinds = Readonly<
  Record<string, ReadKind & { readonly mapTo: (object: never) => readonly ObjectKey[] }>
>;

/** What every reconcile has besides its handles. */
export interface Basics<TStatus> {
  readonly status: StatusWriter<TStatus>;
  readonly log: Logger;
  /** Aborts when this reconcile must end: its time is up, or the process no longer leads. */
  readonly signal: AbortSignal;
}

type HandleOf<K> =
  K extends OwnedKind<infer T, infer TDelete> ? (TDelete extends true ? OwnsAndDeletes<T> : Owns<T>) : never;

type KindIn<K> = K extends { readonly kind: infer I } ? TypeOf<I> : never;

/** The second argument of `reconcile`: one handle per declared kind, and nothing else. */
export type Context<O, R, W, TStatus> = {
  readonly [K in keyof O | keyof R | keyof W | keyof Basics<TStatus>]: K extends keyof O
    ? HandleOf<O[K]>
    : K extends keyof R
      ? Reads<KindIn<R[K]>>
      : K extends keyof W
        ? Reads<KindIn<W[K]>>
        : K extends keyof Basics<TStatus>
          ? Basics<TStatus>[K]
          : never;
};

/** Turns a taken name into an error text. */
export type Free<T, TTaken> = {
  readonly [K in keyof T]: K extends keyof TTaken ? 'this name is taken: choose another' : T[K];
};

/** What a controller is, in one place. */
export interface ControllerDeclaration<TObject extends KubeObject, TStatus, O, R, W> {
  /** Names logs, metrics, and the setting `--controllers`. @default - the kind in kebab-case */
  readonly name?: string;
  /** The kinds that it makes. */
  readonly owns?: O & Free<O, Basics<TStatus>>;
  /** The kinds that it only reads. */
  readonly reads?: R & Free<R, Basics<TStatus> & O>;
  /** The kinds whose changes concern its resources. */
  readonly watches?: W & Free<W, Basics<TStatus> & O & R>;
  /**
   * Brings the world to what `object` asks for. Called with the current object, never with an event; never twice at
   * once for one object; never for an object that is being deleted.
   */
  reconcile(object: TObject, context: NoInfer<Context<O, R, W, TStatus>>): Promise<Action>;
}
