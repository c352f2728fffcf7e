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

/** The results of one path: without a crash, and with one at each position. */
export interface Matrix extends Pick<Recording, 'calls' | 'passed' | 'logged'> {
  readonly recorded: End;
  /** By position. */
  readonly crashed: ReadonlyMap<string, End>;
}

/** The maximum number of concurrent operators, over all scenarios. */
const operators = new Semaphore(3);
/** How long the controllers of Kubernetes may still write after the operator is idle. */
const restMs = 30_000;

/** Records all paths, crashes operators at every position of them, and lets other operators finish their work. */
export async function runMatrices(setup: RunSetup, audit: OperatorAudit): Promise<ReadonlyMap<Path, Matrix>> {
  const { scenario } = setup;
  const recordings = (await runInTurn(groupRecordable(scenario), (paths) => record(setup, paths, audit))).flat();
  const left = await runInTurn(crashGroups(scenario, recordings), (group) => crash(setup, group));
  // Read late, when the controllers of Kubernetes have finished writing.
  const recorded = new Map<Path, Omit<Matrix, 'crashed'>>();
  for (const { testNamespace, ...calls } of recordings)
    recorded.set(testNamespace.path, { ...calls, recorded: await readEnd(testNamespace, audit) });
  const ends = await operators.run(() => finish(setup, left.flat(), awaitComparableEnd));
  return new Map([...recorded].map(([path, results]) => [path, { ...results, crashed: indexEnds(path, ends) }]));

  /** The end once it equals that of the recorded run, or its state at the timeout. */
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

/** The remains of a path after a crash. */
interface CrashedEnd {
  readonly path: Path;
  readonly position: Position;
  readonly end: End;
}

/** The ends of one path, by position. */
function indexEnds(path: Path, ends: readonly CrashedEnd[]): ReadonlyMap<string, End> {
  return new Map(ends.filter((each) => each.path === path).map(({ position, end }) => [formatPosition(position), end]));
}

/** Groups positions, so that one operator can reach all positions of a group at once. */
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

/** Runs the work on all items; each waits until another operator may run. */
function runInTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  return Promise.all(items.map((item) => operators.run(() => work(item))));
}
