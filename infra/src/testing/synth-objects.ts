import { Chart, Testing } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-28';

import { OperatorChart } from '../charts/operator.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';

/** A synthesized object, as loosely typed as YAML. */
export interface Synthesized {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: k8s.ObjectMeta;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into objects of every kind
  readonly [field: string]: any;
}

/** The synthesized objects that `build` adds to a chart with this namespace. */
export function synthObjects(build: (chart: Chart) => unknown, namespace?: string): Synthesized[] {
  const chart = new Chart(Testing.app(), 'test', namespace === undefined ? {} : { namespace });
  build(chart);
  return Testing.synth(chart) as Synthesized[];
}

/** The synthesized objects of an operator's chart. @param declaration @default - that of our own operator */
export function synthOperatorChart(environment: Environment, declaration?: OperatorDeclaration): Synthesized[] {
  const props = { environment, ...(declaration && { declaration }) };
  return Testing.synth(new OperatorChart(Testing.app(), 'operator', props)) as Synthesized[];
}

/** The only object of this kind, and of this name if given. Throws unless exactly one matches. */
export function getObject(kind: string, objects: readonly Synthesized[], name?: string): Synthesized {
  const found = objects.filter((each) => each.kind === kind && (name ?? each.metadata.name) === each.metadata.name);
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) throw new Error(`${found.length} of ${kind} ${name ?? ''}`);
  return only;
}

/** The Pod template of the only Deployment. */
export function getPodTemplate(objects: readonly Synthesized[]): {
  readonly metadata: k8s.ObjectMeta;
  readonly spec: k8s.PodSpec;
} {
  return (getObject('Deployment', objects)['spec'] as { template: ReturnType<typeof getPodTemplate> }).template;
}

/** The first container of the only Deployment. */
export function getContainer(objects: readonly Synthesized[]): k8s.Container {
  const [container] = getPodTemplate(objects).spec.containers;
  if (container === undefined) throw new Error('the Deployment has no container');
  return container;
}

/** `Kind namespace/name` of each object, in order. */
export function listAddresses(objects: readonly Synthesized[]): string[] {
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? '-'}/${metadata.name ?? ''}`);
}
