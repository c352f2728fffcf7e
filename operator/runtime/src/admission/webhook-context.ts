import type { Kind, KubeObject, Logger, SettingsTable, TypeOf, ValuesOf } from '../base/index.ts';
import type { Reader } from './lookup.ts';
import type { UserInfo } from './review.ts';
import type { DryRun } from './dry-run.ts';

/** What the functions of a webhook learn of a request, beside the object. */
export interface AdmissionContext<T> {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** As it is stored; absent when it is created. */
  readonly oldObject: T | undefined;
  readonly userInfo: UserInfo;
  /** Whether nothing is stored whatever the answer is: nothing outside of the cluster may be changed either. */
  readonly dryRun: boolean;
  /** Lines have the webhook, the review, and the name of the object. Never log the object: it may have secrets. */
  readonly log: Logger;
  /** Aborts when the API server does not wait for the answer any more. */
  readonly signal: AbortSignal;
  /** Is shown to who sent the request, whether it is allowed or not: by kubectl as `Warning: ...`. */
  warn(this: void, text: string): void;
}

/** Kinds by the name under which the functions of a webhook find them. */
export type NamedKinds = Readonly<Record<string, Kind>>;

/** A handle for each declared kind. */
export type DryRuns<TTries> = { readonly [K in keyof TTries]: DryRun<TypeOf<TTries[K]> & KubeObject> };

/** A look-up for each kind that is declared. */
export type Readers<TReads> = { readonly [K in keyof TReads]: Reader<TypeOf<TReads[K]> & KubeObject> };

/** What a webhook declares. */
export interface DeclaredOfWebhook {
  readonly dryRuns: unknown;
  readonly reads: unknown;
  readonly settings: unknown;
}

/** What the functions of a webhook get beside the object. */
export type WebhookContext<T, D extends DeclaredOfWebhook> = AdmissionContext<T> &
  DryRuns<D['dryRuns']> &
  Readers<D['reads']> & {
    /** The values of the settings that the webhook declares. */
    readonly settings: D['settings'] extends SettingsTable ? ValuesOf<D['settings']> : never;
  };

/** Refuses what is no kind, and a name that is taken: every context has it, or other kinds do. */
export type KindsIn<TKinds, TOthers = object> = {
  readonly [K in keyof TKinds]: K extends keyof AdmissionContext<unknown> | keyof TOthers | 'settings'
    ? 'this name is taken: choose another'
    : TKinds[K] extends Kind
      ? TKinds[K]
      : 'declare a kind, such as Pod';
};
