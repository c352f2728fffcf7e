import type { OperatorDeclaration } from '@kubewright/infra';
import type { OperatorDefinition } from '@kubewright/runtime';

import { formatResource } from '../access.ts';
import type { Cluster } from '../cluster.ts';
import { type CheckResult, error, type Finding, warning } from './finding.ts';
import { formatAge } from './leader.ts';

/** A resource as the API server's paths name it. */
export interface ListedKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** The fields of an object that the check of finalizers reads. */
export interface FinalizedObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
  };
}

/** The finalizers that the operator uses. */
export interface Finalizers {
  /** Finalizers that a controller removes, including legacy ones, by resource such as `cafes.example.com`. */
  readonly served: ReadonlyMap<string, readonly string[]>;
  /**
   * Domains of the operator's finalizers (the part before the slash), including finalizers that the code no longer
   * declares.
   */
  readonly domains: ReadonlySet<string>;
}

interface FinalizersOptions {
  readonly operator: OperatorDefinition;
  readonly declaration: Pick<OperatorDeclaration, 'apis'>;
  /** Whether a process holds the operator's Lease. */
  readonly isLed: boolean;
  readonly nowMs: number;
}

/** Maximum number of objects of a kind that the check reads. */
const limit = 1000;

/** Checks whether objects have a finalizer of this operator that no running process removes. */
export async function checkFinalizers(cluster: Cluster, options: FinalizersOptions): Promise<CheckResult> {
  const { operator, declaration } = options;
  const groups = new Set(declaration.apis.map(({ group }) => group));
  const finalizers = collectFinalizers(operator, groups);
  const kinds = selectKinds(await listCrds(cluster), { operator, groups });
  const findings = await Promise.all(
    kinds.map(async (kind) => judgeObjects(kind, await listObjects(cluster, kind), { ...options, finalizers })),
  );
  return {
    check: 'finalizers',
    summary: `the objects of ${kinds.map(formatResource).join(', ') || 'no kind'} do not wait for a missing operator`,
    findings: findings.flat(),
  };
}

/** Pure: collects the finalizers of an operator. @param groups the API groups of its own kinds */
export function collectFinalizers({ controllers }: OperatorDefinition, groups: ReadonlySet<string>): Finalizers {
  const served = new Map<string, readonly string[]>();
  const domains = new Set(groups);
  for (const { api, finalizer, legacyFinalizers } of controllers) {
    const own = finalizer === undefined ? [] : [finalizer.name, ...(finalizer.replaces ?? [])];
    const resource = formatResource(api);
    served.set(resource, [...(served.get(resource) ?? []), ...own, ...legacyFinalizers]);
    for (const name of own) domains.add(getDomain(name));
  }
  return { served, domains };
}

function getDomain(finalizer: string): string {
  return finalizer.split('/', 1)[0] ?? '';
}

/**
 * Pure: selects the kinds whose objects may have a finalizer of the operator. These are all kinds in the groups of its
 * own APIs, because an earlier version of the code may have set one, and other kinds for which a controller declares a
 * finalizer.
 */
export function selectKinds(
  stored: readonly ListedKind[],
  { operator, groups }: { readonly operator: OperatorDefinition; readonly groups: ReadonlySet<string> },
): readonly ListedKind[] {
  const finalizing = operator.controllers.filter(
    ({ finalizer, legacyFinalizers }) => finalizer !== undefined || legacyFinalizers.length > 0,
  );
  const foreign = finalizing.map(({ api }) => api).filter(({ group }) => !groups.has(group));
  const isServed = (api: ListedKind): boolean =>
    isBuiltIn(api) || stored.some((each) => formatResource(each) === formatResource(api));
  return [...stored.filter(({ group }) => groups.has(group)), ...foreign.filter(isServed)];
}

function isBuiltIn({ group }: ListedKind): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

async function listCrds(cluster: Cluster): Promise<readonly ListedKind[]> {
  const fields = '{.spec.group} {.spec.names.plural} {.spec.versions[?(@.served==true)].name}';
  const printed = await cluster.read(['get', 'crd', '-o', `jsonpath={range .items[*]}${fields}{"\\n"}{end}`]);
  return printed.split('\n').flatMap((line) => {
    const [group = '', plural = '', version = ''] = line.split(' ');
    return version === '' ? [] : [{ group, plural, version }];
  });
}

async function listObjects(
  cluster: Cluster,
  { group, version, plural }: ListedKind,
): Promise<readonly FinalizedObject[]> {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const printed = await cluster.read(['get', '--raw', `${root}/${plural}?limit=${limit}`]);
  return (JSON.parse(printed) as { readonly items: readonly FinalizedObject[] }).items;
}

/** A deletion usually takes less time, so younger ones are not reported as stuck. */
const graceMs = 15_000;

interface Judgement extends Pick<FinalizersOptions, 'isLed' | 'nowMs'> {
  readonly finalizers: Finalizers;
}

/** Pure: finds the finalizers on objects of one kind that no process removes. */
export function judgeObjects(
  kind: ListedKind,
  objects: readonly FinalizedObject[],
  { finalizers, isLed, nowMs }: Judgement,
): readonly Finding[] {
  const resource = formatResource(kind);
  const served = finalizers.served.get(resource) ?? [];
  const isOurs = (name: string): boolean => served.includes(name) || finalizers.domains.has(getDomain(name));
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
  /** The objects that are being deleted and wait for the finalizer. */
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
      'deploy the operator, or run it, before you delete them; kubewright run and kubewright dev do not take the Lease, and serve them while they run';
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
