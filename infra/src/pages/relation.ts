import { identityOf, isRecord, listAt, mapAt, memberOf, type PlainObject, textAt, textsAt } from '../objects/index.ts';

/** What one object has to do with another one of the same environment. */
export interface Relation {
  readonly from: PlainObject;
  readonly to: PlainObject;
  /** A verb for people: `selects`. */
  readonly verb: string;
}

/** Finds the relations that start at one object. */
export type RelationFinder = (from: PlainObject, all: readonly PlainObject[]) => Relation[];

/** The objects of these kinds with this name, in this namespace (`undefined`: in none). */
export function named(
  all: readonly PlainObject[],
  kinds: readonly string[],
  { name, namespace }: { readonly name: string | undefined; readonly namespace: string | undefined },
): PlainObject[] {
  return all.filter(
    ({ kind, metadata }) => kinds.includes(kind) && metadata.name === name && metadata.namespace === namespace,
  );
}

const templates: Readonly<Record<string, string>> = {
  CronJob: 'spec.jobTemplate.spec.template',
  DaemonSet: 'spec.template',
  Deployment: 'spec.template',
  Job: 'spec.template',
  StatefulSet: 'spec.template',
};

/** The path of the Pod template of a workload; `undefined` for other kinds. */
export function templateOf({ kind }: PlainObject): string | undefined {
  return memberOf(templates, kind);
}

/** The workloads in a namespace whose Pods have labels that the selector wants. */
export function workloadsSelected(
  all: readonly PlainObject[],
  namespace: string | undefined,
  selector: unknown,
): PlainObject[] {
  return all.filter((each) => {
    const template = templateOf(each);
    if (template === undefined || each.metadata.namespace !== namespace) return false;
    return selects(selector, mapAt(each, `${template}.metadata.labels`));
  });
}

/** Whether a label selector, `matchLabels` and `matchExpressions`, wants these labels. An empty one wants all. */
export function selects(selector: unknown, labels: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(mapAt(selector, 'matchLabels'));
  if (!wanted.every(([key, value]) => memberOf(labels, key) === value)) return false;
  return listAt(selector, 'matchExpressions')
    .filter(isRecord)
    .every((expression) => holds(expression, labels));
}

function holds(expression: Readonly<Record<string, unknown>>, labels: Readonly<Record<string, string>>): boolean {
  const value = memberOf(labels, textAt(expression, 'key') ?? '');
  const values = textsAt(expression, 'values');
  switch (textAt(expression, 'operator')) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

/** Relations from one object to others, without those to itself. */
export function relate(from: PlainObject, verb: string, others: readonly PlainObject[]): Relation[] {
  return others.filter((to) => identityOf(to) !== identityOf(from)).map((to) => ({ from, verb, to }));
}
