import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import type { ControllerDefinition } from '../../../operator/runtime/src/reconcile/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import type { Deeds } from '../../support/operator-audit.ts';
import type { Gates } from './gates.ts';
import type { Position } from './position.ts';

/** A resource of one controller, and the paths on which its operator is crashed. */
export interface Scenario {
  readonly controller: ControllerDefinition;
  /** The kinds that are compared at the end, beside the controller's own. */
  readonly kinds: readonly Kind[];
  /** The resource under test. */
  readonly resource: (namespace: string) => Manifest;
  /** What there is once the resource is created and the operator has settled. */
  readonly created: EndState;
  readonly paths: readonly Path[];
  readonly rights: RightsUse;
  /** Calls for all resources: while one is held, no other resource gets any further. @default - none */
  readonly shared?: readonly string[];
  /** Starts the server that the operator calls beside the API server. @param left what these store is there from the start. @default - none */
  readonly outside?: (left?: readonly Outside[]) => Promise<Outside>;
}

/** How to make a controller use every right that it has, beyond what it needs for its resource. */
export interface RightsUse {
  /** The children whose owner references the test removes, in the order in which they are applied. None for a Pet. */
  readonly children: readonly { readonly kind: Kind; readonly name: string }[];
  /** Another spec for each turn, which leads to another child. */
  readonly change: (turn: number, namespace: string) => object;
  /** Waits until the operator has seen that the child has no owner. @default - until the status reports a conflict */
  readonly disowned?: (place: Place, turn: number) => Promise<unknown>;
  /** Creates what another operator left in the cluster. @default - nothing */
  readonly left?: (place: Place, owner: KubeObject) => Promise<unknown>;
  /** The finalizers that another operator left on the resource. @default - none */
  readonly finalizers?: readonly string[];
}

/** A server outside of the cluster that an operator calls; each operator has its own. */
export interface Outside extends AsyncDisposable {
  /** The environment variables with which the operator finds it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Lets calls from now on pass these gates. @default gates - none */
  guard(gates?: Gates): void;
  /** All calls so far for a namespace or for all of them, as the server logged them. */
  logged(namespace: string): readonly string[];
  /** What it stores for a namespace, without random values. @param own the resource, if there is one */
  left(namespace: string, own: KubeObject | undefined): unknown;
}

/** One thing that happens to a resource, and what its operator does about it. */
export interface Path {
  readonly title: string;
  /** Where the operator was killed while it created the children, before the first step. @default - it was not */
  readonly interrupted?: Position;
  /** The steps, in order. New Pods start only after the last one. */
  readonly steps: readonly Step[];
  /** Whether the resource is created by the first step. @default false - it exists and the operator has settled before */
  readonly creates?: boolean;
  /** Every call that the operator makes about it. The same call again is `#2`; all writes of a status are one call. */
  readonly calls: readonly string[];
  /** Calls that happen only if one watch is ahead of another: they depend on timing, so they are no positions. @default - none */
  readonly stray?: readonly string[];
  /** Events that a crash may repeat once: a new operator does not know what the old one emitted. @default - none */
  readonly mayAlsoEmit?: readonly string[];
  readonly end: EndState;
}

/** One change of the cluster. */
export interface Step {
  readonly act: (place: Place & { readonly resource: Manifest }) => Promise<unknown>;
  /** Waits until Ready has this reason, which shows that the operator has dealt with the step. @default - does not wait */
  readonly seen?: string;
}

export interface Place {
  readonly client: Client;
  readonly namespace: string;
}

/** The end of a path, with or without a crash. */
export interface EndState extends Deeds {
  /** How many objects there are, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** What the status says, among other things. @default - only that it is Ready */
  readonly status?: Readonly<Record<string, unknown>>;
  /** What is left outside of the cluster. @default - not compared */
  readonly outside?: unknown;
}
