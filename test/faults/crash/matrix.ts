import { isDeepStrictEqual } from 'node:util';

import type { OperatorAudit } from '../../support/operator-audit.ts';
import { Semaphore } from '../../support/semaphore.ts';
import { until } from '../../support/until.ts';
import { crash, finish, type PathPosition, type Wreck } from './crash.ts';
import { type End, readEnd } from './ending.ts';
import type { RunSetup } from './operator-run.ts';
import { groupPositions, formatPosition, type Position, listPositions } from './position.ts';
import { groupCrashable, record, groupRecordable, type Recording } from './record.ts';
import type { Path, Scenario } from './scenario.ts';

/** The results of one path: without a crash, and with a crash at each position. */
export interface Matrix extends Pick<Recording, 'calls' | 'passed' | 'logged'> {
  readonly recorded: End;
  /** The results after a crash, by position. */
  readonly crashed: ReadonlyMap<string, End>;
}

/** Limits the number of concurrent operators, over all scenarios. */
const operators = new Semaphore(3);
/** How long Kubernetes' controllers may still write after the operator is idle, in milliseconds. */
const restMs = 30_000;

/** Records all paths, kills operators at every position of them, and lets other operators finish their work. */
export async function runMatrices(setup: RunSetup, audit: OperatorAudit): Promise<ReadonlyMap<Path, Matrix>> {
  const { scenario } = setup;
  const recordings = (await runInTurn(groupRecordable(scenario), (paths) => record(setup, paths, audit))).flat();
  const left = await runInTurn(crashGroups(scenario, recordings), (group) => crash(setup, group));
  // Read at the end, when Kubernetes' controllers have finished writing.
  const recorded = new Map<Path, Omit<Matrix, 'crashed'>>();
  for (const { testNamespace, ...calls } of recordings)
    recorded.set(testNamespace.path, { ...calls, recorded: await readEnd(testNamespace, audit) });
  const ends = await operators.run(() => finish(setup, left.flat(), awaitComparableEnd));
  return new Map([...recorded].map(([path, results]) => [path, { ...results, crashed: indexEnds(path, ends) }]));

  /** Returns the result when it equals that of the recorded run, or its state at the timeout. */
  async function awaitComparableEnd({ position, testNamespace }: Wreck): Promise<CrashedEnd> {
    const { path } = testNamespace;
    const wanted = recorded.get(path)?.recorded;
    const same = async (): Promise<End | false> => {
      const end = await readEnd(testNamespace, audit);
      return isDeepStrictEqual([end.objects, end.outside], [wanted?.objects, wanted?.outside]) && end;
    };
    const end = until('the end state is the same', same, { timeoutMs: restMs, everyMs: 500 });
    return { path, position, end: await end.catch(() => readEnd(testNamespace, audit)) };
  }
}

/** What an operator that was killed on a path has left, after another one has finished the work. */
interface CrashedEnd {
  readonly path: Path;
  readonly position: Position;
  readonly end: End;
}

/** The results of one path, by position. */
function indexEnds(path: Path, ends: readonly CrashedEnd[]): ReadonlyMap<string, End> {
  return new Map(ends.filter((each) => each.path === path).map(({ position, end }) => [formatPosition(position), end]));
}

/** Groups positions, so that one operator can be stopped at all positions of a group at the same time. */
function crashGroups(
  { shared = [] }: Scenario,
  recordings: readonly Recording[],
): readonly (readonly PathPosition[])[] {
  const ofPath = new Map(recordings.map(({ testNamespace: { path }, calls }) => [path, calls]));
  return groupCrashable([...ofPath.keys()]).flatMap((paths) => {
    const positions = paths.flatMap((path) => listPositions(ofPath.get(path) ?? []).map((each) => ({ ...each, path })));
    return groupPositions(positions, shared);
  });
}

/** Runs `work` for all items; each waits until another operator may run. */
function runInTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  return Promise.all(items.map((item) => operators.run(() => work(item))));
}
