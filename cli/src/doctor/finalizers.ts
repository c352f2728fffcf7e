import type { OperatorDefinition } from '@kubewright/runtime';

import type { Cluster } from '../cluster.ts';
import { type CheckResult, error, type Finding, warning } from './finding.ts';
import { formatAge } from './leader.ts';

/** A resource in URLs. */
export interface ListedKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** The part of an object that finalizers concern. */
export interface FinalizedObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
  };
}

/** The finalizers of the operator. */
export interface Finalizers {
  /** Those that a controller removes, also former ones, by resource: `cafes.example.com`. */
  readonly served: ReadonlyMap<string, readonly string[]>;
  /** The part before the slash of finalizers of this operator, also of those that the code no longer has. */
  readonly domains: ReadonlySet<string>;
}

interface FinalizersOptions {
  readonly operator: OperatorDefinition;
  /** Whether a process holds the Lease. */
  readonly isLed: boolean;
  readonly nowMs: number;
}

/** So many objects of a kind are read. */
const limit = 1000;

/** Whether objects have a finalizer of this operator that no process removes. */
export async function checkFinalizers(cluster: Cluster, options: FinalizersOptions): Promise<CheckResult> {
  const { operator } = options;
  const finalizers = collectFinalizers(operator);
  const kinds = await listKinds(cluster, operator);
  const findings = await Promise.all(
    kinds.map(async (kind) => judgeObjects(kind, await listObjects(cluster, kind), { ...options, finalizers })),
  );
  return {
    check: 'finalizers',
    summary: `the objects of ${kinds.map(formatResource).join(', ') || 'no kind'} do not wait for a missing operator`,
    findings: findings.flat(),
  };
}

/** Pure: the finalizers of a definition. */
export function collectFinalizers({ controllers, apis = [] }: OperatorDefinition): Finalizers {
  const served = new Map<string, readonly string[]>();
  for (const { api, finalizer, legacyFinalizers } of controllers) {
    const own = finalizer === undefined ? [] : [finalizer.name, ...(finalizer.replaces ?? [])];
    const resource = formatResource(api);
    served.set(resource, [...(served.get(resource) ?? []), ...own, ...legacyFinalizers]);
  }
  const names = [...served.values()].flat();
  const groups = [...controllers.map(({ api }) => api), ...apis].map(({ group }) => group);
  const domains = names.flatMap((name) => name.split('/', 1));
  return { served, domains: new Set([...groups, ...domains].filter((domain) => domain !== '')) };
}

function formatResource({ plural, group }: Pick<ListedKind, 'plural' | 'group'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

interface CrdLine extends ListedKind {
  readonly name: string;
}

/** The kinds of the code that the cluster serves, and others in their groups: perhaps the code had them once. */
async function listKinds(
  cluster: Cluster,
  { controllers, apis = [] }: OperatorDefinition,
): Promise<readonly ListedKind[]> {
  const declared = [
    ...new Map([...controllers.map(({ api }) => api), ...apis].map((api) => [formatResource(api), api])),
  ];
  const stored = await listCrds(cluster);
  const groups = new Set([...apis, ...controllers.map(({ api }) => api)].map(({ group }) => group));
  const own = stored.filter(({ group }) => groups.has(group));
  const builtIn = declared.filter(([, { group }]) => !group.includes('.') || group.endsWith('.k8s.io'));
  return [...own, ...builtIn.map(([, api]) => api)];
}

async function listCrds(cluster: Cluster): Promise<readonly CrdLine[]> {
  const fields = '{.metadata.name} {.spec.group} {.spec.names.plural} {.spec.versions[?(@.storage==true)].name}';
  const printed = await cluster.read(['get', 'crd', '-o', `jsonpath={range .items[*]}${fields}{"\\n"}{end}`]);
  return printed
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([name = '', group = '', plural = '', version = '']) =>
      version === '' ? [] : [{ name, group, plural, version }],
    );
}

async function listObjects(
  cluster: Cluster,
  { group, version, plural }: ListedKind,
): Promise<readonly FinalizedObject[]> {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const printed = await cluster.read(['get', '--raw', `${root}/${plural}?limit=${limit}`]);
  return (JSON.parse(printed) as { readonly items: readonly FinalizedObject[] }).items;
}

/** A deletion usually takes less. */
const graceMs = 15_000;

interface Judgement extends Omit<FinalizersOptions, 'operator'> {
  readonly finalizers: Finalizers;
}

/** Pure: the finalizers of objects of one kind that no process removes. */
export function judgeObjects(
  kind: ListedKind,
  objects: readonly FinalizedObject[],
  { finalizers, isLed, nowMs }: Judgement,
): readonly Finding[] {
  const resource = formatResource(kind);
  const served = finalizers.served.get(resource) ?? [];
  const isOurs = (name: string): boolean =>
    served.includes(name) || finalizers.domains.has(name.split('/', 1)[0] ?? '');
  const names = new Set(objects.flatMap(({ metadata }) => metadata.finalizers ?? []).filter(isOurs));
  return [...names].flatMap((finalizer) => {
    const having = objects.filter(({ metadata }) => metadata.finalizers?.includes(finalizer));
    return judgeFinalizer(
      { resource, finalizer, isServed: served.includes(finalizer), isLed },
      splitWaiting(having, nowMs),
    );
  });
}

interface Waiting {
  readonly all: readonly FinalizedObject[];
  /** Those whose deletion waits. */
  readonly stuck: readonly FinalizedObject[];
  readonly since: string;
}

function splitWaiting(all: readonly FinalizedObject[], nowMs: number): Waiting {
  const deletedAt = ({ metadata }: FinalizedObject): number => Date.parse(metadata.deletionTimestamp ?? '');
  const stuck = all.filter((object) => nowMs - deletedAt(object) > graceMs);
  const longest = Math.max(0, ...stuck.map((object) => nowMs - deletedAt(object)));
  return { all, stuck, since: formatAge(longest) };
}

interface FinalizerState {
  readonly resource: string;
  readonly finalizer: string;
  readonly isServed: boolean;
  readonly isLed: boolean;
}

function judgeFinalizer(
  { resource, finalizer, isServed, isLed }: FinalizerState,
  waiting: Waiting,
): readonly Finding[] {
  const { all, stuck, since } = waiting;
  const have = `${count(all)} of ${resource} with the finalizer ${finalizer}`;
  const stop = stuck.length > 0 ? `; ${count(stuck)} being deleted since ${since}: ${listNames(stuck)}` : '';
  const severe = stuck.length > 0 ? error : warning;
  if (!isServed) {
    const remedy = `declare it again (\`legacyFinalizers\` removes it), or remove it by hand if its clean-up is not needed: kubectl patch ${resource} <name> --type merge -p '{"metadata":{"finalizers":null}}'`;
    return [severe(`${have}, which no controller in the code removes${stop}`, remedy)];
  }
  if (!isLed) {
    const remedy =
      'deploy the operator, or run it (kubewright run), before you delete them; kubewright dev does not take the Lease, and serves them while it runs';
    return [severe(`${have}, and no process holds the Lease of the operator${stop}`, remedy)];
  }
  const remedy = "read the operator's log, and the events of these objects, for the error of cleanUp";
  return stuck.length === 0 ? [] : [warning(`${have}${stop}`, remedy)];
}

function count(objects: readonly FinalizedObject[]): string {
  return objects.length === 1 ? '1 object' : `${objects.length} objects`;
}

function listNames(objects: readonly FinalizedObject[]): string {
  const names = objects
    .slice(0, 3)
    .map(({ metadata: { namespace, name } }) => (namespace === undefined ? name : `${namespace}/${name}`));
  return `${names.join(', ')}${objects.length > 3 ? ', …' : ''}`;
}
