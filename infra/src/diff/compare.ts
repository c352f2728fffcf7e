import { type PlainObject, titleOf } from '../objects/index.ts';
import { type Cluster, crdOf, readCluster, tooEarly } from './cluster.ts';
import type { Kubectl } from './kubectl.ts';
import { leftoversText } from './leftovers.ts';
import { readManifests } from './manifests.ts';

interface Options {
  readonly kubectl: Kubectl;
  /** Of `kubectl diff`. */
  readonly flags: readonly string[];
  readonly out: (text: string) => void;
}

/** Prints what applying the folder changes. Returns the exit code of `kubectl diff`; throws if it cannot compare at all. */
export function compareFolder(folder: string, { kubectl, flags, out }: Options): number {
  const { stages, isWhole } = readManifests(folder);
  const all = [...stages.values()].flat();
  const cluster = readCluster(kubectl, all);
  let exitCode = 0;
  for (const [name, objects] of stages) {
    const results = compareStage(objects, { kubectl, flags, all, cluster });
    const text = results.map((each) => each.text).join('');
    out(text === '' ? `${name}: no changes\n` : `${name}:\n${text}`);
    exitCode = Math.max(exitCode, ...results.map(({ code }) => code));
  }
  if (isWhole) out(leftoversText(kubectl, all, cluster.resources));
  return exitCode;
}

interface Comparison extends Omit<Options, 'out'> {
  readonly all: readonly PlainObject[];
  readonly cluster: Cluster;
}

interface Result {
  readonly code: number;
  readonly text: string;
}

/** By one call. If the API server rejects an object, kubectl shows no difference of any: then each is compared alone. */
function compareStage(objects: readonly PlainObject[], comparison: Comparison): readonly Result[] {
  const { kubectl, flags, all, cluster } = comparison;
  const early = objects.flatMap((object) => tooEarly(object, all, cluster) ?? []);
  const waiting = early.map(({ object, reason, isCreated }) => lineOf(object, reason, isCreated ? 1 : 2));
  const ready = objects.filter((object) => early.every((each) => each.object !== object));
  const [first, ...others] = ready;
  if (first === undefined) return waiting;
  const { code, stdout, stderr } = kubectl(['diff', ...flags, '-f', '-'], ready);
  if (code <= 1) return [{ code, text: stdout }, ...waiting];
  if (others.length > 0) return objects.flatMap((object) => compareStage([object], comparison));
  const note = crdOf(first, all) && '\n  (checked by its present CRD, which these manifests may change)';
  return [lineOf(first, `${stderr}${note ?? ''}`, code), ...waiting];
}

function lineOf(object: PlainObject, words: string, code: number): Result {
  return { code, text: `${code === 1 ? '+' : 'x'} ${titleOf(object)}: ${words}\n` };
}
