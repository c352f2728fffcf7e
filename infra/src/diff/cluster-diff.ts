import { objectsIn, type PlainObject, type Unit } from '../objects/index.ts';
import { DiffError } from './diff-error.ts';
import { dryRun, type DryRunOptions } from './dry-run.ts';
import { contextOf, kubectlFor, type KubectlOptions } from './kubectl.ts';
import { leftoversOf, type Leftovers } from './leftovers.ts';
import { lookUp, resourcesIn } from './lookup.ts';
import type { ObjectDiff } from './object-diff.ts';
import { isConflict, outcomeOf } from './outcome.ts';
import { type Known, tooEarly, withNewDefinitions } from './too-early.ts';

export interface ClusterDiffOptions extends KubectlOptions {
  /** All that is deployed, in the order in which it is applied: `unitsOf(app)` of `@kubewright/infra`, or
   * `app.charts.map(chartUnit)`. */
  readonly units: readonly Unit[];
  /** Names of the units to compare. @default - all */
  readonly only?: readonly string[];
  /**
   * The field manager that applies: `kubectl`, `argocd-controller` of Argo CD, `kustomize-controller` of Flux. What another
   * one has applied is a conflict.
   *
   * @default 'kubectl'
   */
  readonly fieldManager?: string;
  /** Is called with what is done next. @default - nothing */
  readonly onProgress?: (step: string) => void;
}

/** What applying the objects of an environment does to a cluster. */
export interface ClusterDiff {
  /** The context of the cluster that was asked. @default - the kubeconfig has no current one */
  readonly context?: string;
  readonly units: readonly UnitDiff[];
  /** Objects with the labels of the release that are not in it any more. They stay unless somebody prunes. */
  readonly leftovers: Leftovers;
}

/** What applying the objects of one unit does, in their order. */
export interface UnitDiff {
  readonly name: string;
  readonly objects: readonly ObjectDiff[];
}

/**
 * Asks a cluster what applying these objects would change, by server-side apply as a dry run of the API server: nothing is
 * stored.
 *
 * Throws a `DiffError`, with what to do, if kubectl cannot be run, the cluster cannot be asked, or `only` has the name of
 * no unit.
 */
export async function clusterDiff(options: ClusterDiffOptions): Promise<ClusterDiff> {
  const { units, fieldManager = 'kubectl', onProgress = () => undefined } = options;
  const chosen = chooseUnits(units, options.only);
  const all = objectsIn(units);
  const run = { kubectl: kubectlFor(options), fieldManager };
  const [context, resources] = await Promise.all([contextOf(run.kubectl, options), resourcesIn(run.kubectl)]);
  onProgress('reads the objects that exist');
  const found = await lookUp(run.kubectl, all);
  const diffs: UnitDiff[] = [];
  for (const { name, objects } of chosen) {
    onProgress(`tries to apply ${name}`);
    diffs.push({ name, objects: await objectDiffs(objects, { all, found, run }) });
  }
  onProgress('looks for objects that are not deployed any more');
  return {
    ...(context !== '' && { context }),
    units: diffs.map(({ name, objects }) => ({
      name,
      objects: withNewDefinitions(objects, { diffs: diffs.flatMap((each) => each.objects), all }),
    })),
    leftovers: await leftoversOf(run.kubectl, all, resources),
  };
}

/** As kubectl diff does: 0 if nothing changes, 1 if something does, 2 if the API server refuses something. */
export function exitCodeOf({ units }: ClusterDiff): 0 | 1 | 2 {
  const outcomes = units.flatMap(({ objects }) => objects.map(({ outcome }) => outcome));
  if (outcomes.includes('refused')) return 2;
  return outcomes.every((outcome) => outcome === 'unchanged') ? 0 : 1;
}

function chooseUnits(units: readonly Unit[], only: readonly string[] | undefined): readonly Unit[] {
  const unknown = only?.find((each) => units.every(({ name }) => name !== each));
  if (unknown === undefined) return units.filter(({ name }) => only?.includes(name) ?? true);
  throw new DiffError(
    `there is no unit ${JSON.stringify(unknown)}: there are ${units.map(({ name }) => name).join(', ')}`,
  );
}

/** What applying the objects of one unit does; those that cannot be tried yet are left out of the dry run. */
async function objectDiffs(
  unit: readonly PlainObject[],
  { run, ...known }: Comparison,
): Promise<readonly ObjectDiff[]> {
  const early = new Map(unit.map((object) => [object, tooEarly(object, known)]));
  const tried = await dryRun(
    unit.filter((object) => early.get(object) === undefined),
    run,
  );
  const conflicting = [...tried].flatMap(([object, each]) => (isConflict(each) ? [object] : []));
  const forced = await dryRun(conflicting, { ...run, force: true });
  return unit.map((object) => {
    const answers = { live: known.found.live(object), tried: tried.get(object), forced: forced.get(object) };
    return early.get(object) ?? outcomeOf(object, answers);
  });
}

interface Comparison extends Known {
  readonly run: DryRunOptions;
}
