import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import type { ControllerDefinition } from '../../../operator/runtime/src/reconcile/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import type { Deeds } from '../../support/operator-audit.ts';
import type { Gates } from './gates.ts';
import type { Position } from './position.ts';

/** What crashes of one controller's operator are tried on. */
export interface Scenario {
  readonly controller: ControllerDefinition;
  /** The kinds that are compared at the end, beside the controller's own. */
  readonly kinds: readonly Kind[];
  /** The resource that all is about. */
  readonly resource: (namespace: string) => Manifest;
  /** What there is once the resource is created and settled. */
  readonly created: EndState;
  readonly paths: readonly Path[];
  /** Calls whose answer all resources of an operator wait for: while one is held up, no other comes to its position. @default - none */
  readonly shared?: readonly string[];
  /** Starts what the operator calls beside the API server. @default - nothing */
  readonly outside?: () => Promise<Outside>;
}

/** What an operator calls outside of the cluster; each has its own. */
export interface Outside extends AsyncDisposable {
  /** How the operator finds it: environment variables. */
  readonly settings: Readonly<Record<string, string>>;
  /** Lets calls from now on pass these gates. @default gates - none */
  guard(gates?: Gates): void;
  /** All calls up to now, as it has logged them. */
  logged(): readonly string[];
  /** What there is for a namespace, as far as it is the same each time. @param own the resource, if there is one */
  left(namespace: string, own: KubeObject | undefined): unknown;
}

/** One thing that happens to a resource, and what its operator does about it. */
export interface Path {
  readonly title: string;
  /** Where the operator was killed while it brought the resource up, before the first step. @default - it was not */
  readonly interrupted?: Position;
  /** What happens, one after the other. Only then do new Pods run. */
  readonly steps: readonly Step[];
  /** Whether the resource is created by the first step. @default false - it is there and settled before */
  readonly creates?: boolean;
  /** Every call that the operator makes about it. The same call again is `#2`; progress that is written down is one call. */
  readonly calls: readonly string[];
  /** Calls that come only where one watch is ahead of another: no step of the work, and so no positions. @default - none */
  readonly stray?: readonly string[];
  /** Events that a crash may repeat once: a new operator does not know what the old one emitted. @default - none */
  readonly mayAlsoEmit?: readonly string[];
  readonly end: EndState;
}

/** One thing that is done to the cluster. */
export interface Step {
  readonly act: (place: Place) => Promise<unknown>;
  /** The reason of Ready that shows that the operator has dealt with it. @default - nothing is waited for */
  readonly seen?: string;
}

export interface Place {
  readonly client: Client;
  readonly namespace: string;
  readonly resource: Manifest;
}

/** What holds at the end, crash or not. */
export interface EndState extends Deeds {
  /** How many objects there are, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** What the status says, among other things. @default - nothing else than being Ready */
  readonly status?: Readonly<Record<string, unknown>>;
  /** What is left outside of the cluster. @default - not compared */
  readonly outside?: unknown;
}
