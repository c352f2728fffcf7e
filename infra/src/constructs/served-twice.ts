import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';

import { clusterOf } from './twice.ts';

/** What an installation works on. */
export interface Served {
  /** Name of the installation. */
  readonly name: string;
  /** Name of the operator. */
  readonly operator: string;
  /** `undefined`: the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  /** `undefined`: all. */
  readonly controllers: readonly string[] | undefined;
}

const installations = new WeakMap<IConstruct, Map<Construct, Served>>();

/** Lets the synth fail if an installation before this one works on the same resources in the same cluster. */
export function checkServedTwice(construct: Construct, served: Served): void {
  const { root } = construct.node;
  const known = installations.get(root) ?? new Map<Construct, Served>();
  installations.set(root, known.set(construct, served));
  construct.node.addValidation({ validate: () => rivalsOf(construct, known) });
}

function rivalsOf(construct: Construct, known: ReadonlyMap<Construct, Served>): string[] {
  const own = known.get(construct);
  const before = [...known].slice(0, [...known.keys()].indexOf(construct));
  return before
    .filter(([other, served]) => own !== undefined && isOneCluster(other, construct) && areRivals(served, own))
    .map(
      ([other, { name }]) =>
        `works on the same resources as the installation ${name} at ${other.node.path}: give each its own namespaces or ` +
        'controllers, or give the environment of another cluster another name',
    );
}

function isOneCluster(one: Construct, other: Construct): boolean {
  return clusterOf(Chart.of(one)) === clusterOf(Chart.of(other));
}

/** Two of one name are the same installation, whose objects are there twice. */
function areRivals(one: Served, other: Served): boolean {
  const overlap = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
    a === undefined || b === undefined || a.some((each) => b.includes(each));
  const isOther = one.operator === other.operator && one.name !== other.name;
  return isOther && overlap(one.namespaces, other.namespaces) && overlap(one.controllers, other.controllers);
}
