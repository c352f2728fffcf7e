import type { SettingValue } from '@kubewright/declaration';

/** A merge patch of our object: `null` removes a field. https://www.rfc-editor.org/rfc/rfc7396 */
export type Patch<T> = { readonly [Field in keyof T]?: T[Field] | null };

/** Options that override those of an environment: `null` removes a field. */
export type Overrides<T> = { readonly [Field in keyof T]?: Override<T[Field]> | null };

type Override<T> = T extends readonly unknown[] ? T : T extends object ? Overrides<T> : T;

/** A number of Pods, or a percentage such as `50%`. */
export type PodCount = number | `${number}%`;

/** A cluster that Argo CD knows, by the URL of its API server or by name. */
export type ArgoCdCluster = { readonly server: string } | { readonly name: string };

/**
 * Settings of the operator, by name, as the declaration lists them. Those below belong to the runtime, so every
 * operator built with it has them. Set the others by the names in the declaration.
 *
 * The synth fails for an undeclared name or an invalid value.
 */
export interface OperatorSettings {
  /** @default 'info' */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error';
  /** @default 'json' */
  readonly logFormat?: 'json' | 'text';
  /** How many objects each controller reconciles at the same time. @default 10 */
  readonly workers?: number;
  /** Seconds that running reconciles may take when the operator stops. @default 30 */
  readonly gracePeriodSeconds?: number;
  /**
   * Seconds after which another replica replaces a leader that does not renew its Lease: more than the renew deadline.
   * @default 15
   */
  readonly leaseDurationSeconds?: number;
  /**
   * Seconds after which a leader that cannot renew its Lease stops writing: more than 1.2 retry periods. @default 10
   */
  readonly renewDeadlineSeconds?: number;
  /** Seconds between two attempts to get or renew the Lease. @default 2 */
  readonly retryPeriodSeconds?: number;
  /** Time after which a cache that has not synced is logged and counted, such as `5m`. @default '2m' */
  readonly cacheSyncTimeout?: string;
  /** @default - the declaration's */
  readonly metricsPort?: number;
  /** May be the metrics port if the metrics are plain. @default - the declaration's */
  readonly healthPort?: number;
  readonly [name: string]: SettingValue | undefined;
}

/** The levels of OperatorHub, each including the previous ones. */
export type OlmCapabilities = 'Basic Install' | 'Seamless Upgrades' | 'Full Lifecycle' | 'Deep Insights' | 'Auto Pilot';

/** The namespaces that an OperatorGroup selects: its own, one other, several, or all. */
export type OlmInstallMode = 'OwnNamespace' | 'SingleNamespace' | 'MultiNamespace' | 'AllNamespaces';
