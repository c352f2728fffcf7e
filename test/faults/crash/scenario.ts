import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import type { ControllerDefinition } from '../../../operator/runtime/src/reconcile/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import type { Deeds } from '../../support/operator-audit.ts';
import type { Gates } from './gates.ts';
import type { Position } from './position.ts';

/** A custom resource of one controller, and the sequences of calls during which its operator is crashed. */
export interface Scenario {
  readonly controller: ControllerDefinition;
  /** The kinds whose objects are compared at the end, in addition to the controller's own kind. */
  readonly kinds: readonly Kind[];
  /** Builds the custom resource under test. */
  readonly resource: (namespace: string) => Manifest;
  /** The state after the custom resource is created and the operator is idle. */
  readonly created: EndState;
  readonly paths: readonly Path[];
  readonly permissions: PermissionUse;
  /** Calls that are about all custom resources, so that blocking one stops the work on all. @default - none */
  readonly shared?: readonly string[];
  /**
   * Starts a server that the operator calls in addition to the API server.
   * @param left servers whose data it starts with. @default - none
   */
  readonly outside?: (left?: readonly Outside[]) => Promise<Outside>;
}

/** How to make a controller use every permission that it has, beyond those for its custom resource. */
export interface PermissionUse {
  /** The children whose owner references the test removes, in the order in which they are applied. None for a Pet. */
  readonly children: readonly { readonly kind: Kind; readonly name: string }[];
  /** Builds another spec for each turn, which leads to another child. */
  readonly change: (turn: number, namespace: string) => object;
  /**
   * Waits until the operator has noticed that the child has no owner. @default - until the status reports a conflict
   */
  readonly disowned?: (place: Place, turn: number) => Promise<unknown>;
  /** Creates objects as another operator has left them in the cluster. @default - none */
  readonly left?: (place: Place, owner: KubeObject) => Promise<unknown>;
  /** The finalizers that another operator left on the custom resource. @default - none */
  readonly finalizers?: readonly string[];
}

/** A server outside of the cluster that an operator calls. Each operator has its own. */
export interface Outside extends AsyncDisposable {
  /** Environment variables that connect the operator to the server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Makes all later calls pass these gates. Without gates, all calls pass. */
  guard(gates?: Gates): void;
  /** Lists all calls so far for a namespace or for all of them, as the server logged them. */
  logged(namespace: string): readonly string[];
  /**
   * Returns the data of the server for a namespace, without random values.
   * @param own the custom resource, if it exists
   */
  left(namespace: string, own: KubeObject | undefined): unknown;
}

/** An event in the life of a custom resource, and the operator's calls because of it. */
export interface Path {
  readonly title: string;
  /**
   * The position at which the operator is killed while it creates the children, before the first step. @default - it is
   * not killed
   */
  readonly interrupted?: Position;
  /** The steps, in order. New Pods start only after the last one. */
  readonly steps: readonly Step[];
  /** Whether the first step creates the custom resource. @default false - it exists and the operator was idle before */
  readonly creates?: boolean;
  /**
   * Every call of the operator about the custom resource. A repeated call has `#2`; all writes of a status are one
   * call.
   */
  readonly calls: readonly string[];
  /**
   * Calls that depend on timing, because they happen only if one watch is ahead of another. Operators are not killed
   * there. @default - none
   */
  readonly stray?: readonly string[];
  /**
   * Events that may be repeated once after a crash, because a new operator does not know which events the old one has
   * emitted. @default - none
   */
  readonly mayAlsoEmit?: readonly string[];
  readonly end: EndState;
}

/** One change of the cluster. */
export interface Step {
  readonly act: (place: Place & { readonly resource: Manifest }) => Promise<unknown>;
  /**
   * The reason of Ready that shows that the operator has handled the step; the test waits for it. @default - does not
   * wait
   */
  readonly seen?: string;
}

export interface Place {
  readonly client: Client;
  readonly namespace: string;
}

/** The expected state at the end of a path, with or without a crash. */
export interface EndState extends Deeds {
  /** The expected number of objects by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Fields that the status must have. @default - only that it is Ready */
  readonly status?: Readonly<Record<string, unknown>>;
  /** The expected data outside of the cluster. @default - not compared */
  readonly outside?: unknown;
}
