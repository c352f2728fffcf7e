import { Chart, Testing } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-28';

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

/** The only object of this kind, and of this name if given. Throws unless exactly one matches. */
export function getObject(kind: string, objects: readonly Synthesized[], name?: string): Synthesized {
  const found = objects.filter((each) => each.kind === kind && (name ?? each.metadata.name) === each.metadata.name);
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) throw new Error(`${found.length} of ${kind} ${name ?? ''}`);
  return only;
}

/** `Kind namespace/name` of each object, in order. */
export function listAddresses(objects: readonly Synthesized[]): string[] {
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? '-'}/${metadata.name ?? ''}`);
}
