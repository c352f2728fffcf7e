import { grouped, identityOf, type PlainObject, textAt } from '../../objects/index.ts';
import { templateOf } from '../relation.ts';
import type { Related } from './without-bindings.ts';

/** A box: an object, or several of one kind that have the same relations. */
export interface Node {
  readonly id: string;
  readonly label: string;
  readonly style: Style;
  /** The title of the frame that it is in. */
  readonly frame: string;
  readonly objects: readonly PlainObject[];
}

export type Style = 'access' | 'data' | 'definition' | 'network' | 'workload';

/** Pure: the boxes for these objects, in order. A namespace is a frame, and a box only if there is nothing in it. */
export function nodesOf(related: Related): Node[] {
  const boxed = related.objects.filter((object) => !isFrame(object, related.objects));
  const groups = grouped(boxed, (object) => signatureOf(object, related));
  return [...groups.values()].map((objects, index) => nodeOf(objects, `n${String(index)}`));
}

function isFrame({ kind, metadata: { name } }: PlainObject, objects: readonly PlainObject[]): boolean {
  return kind === 'Namespace' && objects.some(({ metadata }) => metadata.namespace === name);
}

/** Equal for objects of one kind, in one frame, with the same relations. */
function signatureOf(object: PlainObject, { relations }: Related): string {
  const ends = relations.flatMap(({ from, verb, to }) => [
    ...(from === object ? [`${verb} ${identityOf(to)}`] : []),
    ...(to === object ? [`${identityOf(from)} ${verb}`] : []),
  ]);
  return [frameOf(object), object.kind, ...ends.sort()].join('|');
}

function nodeOf(objects: readonly PlainObject[], id: string): Node {
  const [first] = objects;
  if (first === undefined) throw new Error('a box shows at least one object');
  const label = [first.kind, ...namesOf(objects)].join('<br/>');
  return { id, label, objects, style: styleOf(first), frame: frameOf(first) };
}

/** More than this would make a box that is higher than the picture. */
const namesAtMost = 8;

function namesOf(objects: readonly PlainObject[]): string[] {
  const names = objects.map(nameOf);
  if (names.length <= namesAtMost) return names;
  const shown = names.slice(0, namesAtMost - 1);
  return [...shown, `and ${String(names.length - shown.length)} more`];
}

/** A definition by its kind: its name repeats that in plural. */
function nameOf(object: PlainObject): string {
  return textAt(object, 'spec.names.kind') ?? object.metadata.name;
}

/** What is in no namespace has frames by what it is for, so that no arrow lies beneath a box. */
function frameOf(object: PlainObject): string {
  const { namespace } = object.metadata;
  if (namespace !== undefined) return `namespace ${namespace}`;
  if (object.kind === 'CustomResourceDefinition') return 'kinds';
  if (object.kind.includes('Webhook')) return 'webhooks';
  if (object.kind.includes('AdmissionPolicy')) return 'policies';
  return styleOf(object) === 'access' ? 'cluster-wide rights' : 'whole cluster';
}

function styleOf(object: PlainObject): Style {
  if (templateOf(object) !== undefined) return 'workload';
  const found = Object.entries(styles).find(([, pattern]) => pattern.test(object.kind));
  return (found?.[0] as Exclude<Style, 'data' | 'workload'> | undefined) ?? 'data';
}

const styles: Readonly<Record<Exclude<Style, 'data' | 'workload'>, RegExp>> = {
  access: /Role|ServiceAccount/,
  network: /^(Service|Ingress|NetworkPolicy|ServiceMonitor|PodDisruptionBudget)$/,
  definition: /Definition|Policy|Webhook/,
};
