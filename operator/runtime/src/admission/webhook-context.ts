import type { Kind, KubeObject, Logger, SettingsTable, TypeOf, ValuesOf } from '../base/index.ts';
import type { Reader } from './lookup.ts';
import type { UserInfo } from './review.ts';
import type { DryRun } from './dry-run.ts';

/** The request as the handlers of a webhook see it, except for the object. */
export interface AdmissionContext<T> {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** The stored object; absent on creation. */
  readonly oldObject: T | undefined;
  readonly userInfo: UserInfo;
  /**
   * Whether the request is a dry run: the API server stores nothing, and handlers must not change anything outside of
   * the cluster.
   */
  readonly dryRun: boolean;
  /**
   * Logger that adds the webhook, the review's uid and the object's name to each line. Never log the object: it may
   * contain secrets.
   */
  readonly log: Logger;
  /** Aborts when the API server stops waiting for the response. */
  readonly signal: AbortSignal;
  /** Shows a warning to the user, whether the request is allowed or rejected. kubectl prints `Warning: ...`. */
  warn(this: void, text: string): void;
}

/** Kinds by the name of their handle. */
export type NamedKinds = Readonly<Record<string, Kind>>;

/** A dry-run handle for each kind in `dryRuns`, under the same name. */
export type DryRuns<TTries> = { readonly [K in keyof TTries]: DryRun<TypeOf<TTries[K]> & KubeObject> };

/** A reader for each kind in `reads`, under the same name. */
export type Readers<TReads> = { readonly [K in keyof TReads]: Reader<TypeOf<TReads[K]> & KubeObject> };

export interface DeclaredOfWebhook {
  readonly dryRuns: unknown;
  readonly reads: unknown;
  readonly settings: unknown;
}

type Joined<T, D extends DeclaredOfWebhook> = AdmissionContext<T> &
  DryRuns<D['dryRuns']> &
  Readers<D['reads']> & {
    /** Values of the webhook's declared settings. */
    readonly settings: D['settings'] extends SettingsTable ? ValuesOf<D['settings']> : never;
  };

/** The compiler prints this text when a handler uses something that the webhook does not declare. */
export type UndeclaredInWebhook = 'declare it in reads or dryRuns of the webhook';

/**
 * The context of a webhook's handlers.
 * @typeParam _TText appears only in the compiler's messages
 */
export type HandlerContext<_TText extends UndeclaredInWebhook, T, D extends DeclaredOfWebhook> = {
  readonly [K in keyof Joined<T, D>]: Joined<T, D>[K];
};

/** The context of a webhook's handlers. */
export type WebhookContext<T, D extends DeclaredOfWebhook> = HandlerContext<UndeclaredInWebhook, T, D>;

/** Rejects values that are not kinds, and names that the context or other kinds already use. Type-level only. */
export type KindsIn<TKinds, TOthers = object> = {
  readonly [K in keyof TKinds]: K extends keyof AdmissionContext<unknown> | keyof TOthers | 'settings'
    ? 'this name is reserved: choose another one'
    : TKinds[K] extends Kind
      ? TKinds[K]
      : 'declare a kind, such as Pod';
};
