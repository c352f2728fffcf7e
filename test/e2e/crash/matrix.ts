import { isDeepStrictEqual } from 'node:util';

import { inParallel } from '../../support/in-parallel.ts';
import type { OperatorAudit } from '../../support/operator-audit.ts';
import { startOperator } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { type End, endOf, reached, type Scene } from './ending.ts';
import { Recorder, Trap } from './gates.ts';
import { distinctCalls, grouped, nameOf, type Position, positionsOf } from './position.ts';
import { allShut, Trial, type Trials } from './trial.ts';

/** What came of one path: without a crash, and with one at each position. */
export interface Matrix {
  /** The calls of the path, each with a name of its own, in order. */
  readonly calls: readonly string[];
  /** All calls of the recorded run as the gate has seen them, and as they were logged by those called; sorted. */
  readonly passed: readonly string[];
  readonly logged: readonly string[];
  readonly recorded: End;
  /** By position. */
  readonly crashed: ReadonlyMap<string, End>;
}

/** How many operators run at once. */
const atOnce = 3;
/** How long the rest of the cluster may take to come to rest where the operator has. */
const restMs = 30_000;

/** Records the path, crashes operators at every position of it, and lets others finish what each has left. */
export async function runMatrix(trials: Trials, audit: OperatorAudit): Promise<Matrix> {
  const { scenario } = trials;
  const { scene, ...recording } = await record(trials, audit);
  const groups = grouped(positionsOf(recording.calls), scenario.shared ?? []);
  const left = await inParallel(groups, atOnce, (group) => crash(trials, group));
  // Late: by now the rest of the cluster has come to rest there.
  const recorded = await endOf(scene, audit);
  // One operator finishes what all have left, unless it finds only what belongs to one of them.
  const parties = scenario.outside === undefined ? [left.flat()] : left;
  const ends = await inParallel(parties, atOnce, (party) => finish(trials, party, comparable));
  return { ...recording, recorded, crashed: new Map(ends.flat()) };

  /** The end as it is once it is that of the recorded run, or as it stays. */
  async function comparable(wreck: Wreck): Promise<readonly [string, End]> {
    const same = async (): Promise<End | false> => {
      const end = await endOf(wreck.scene, audit);
      return isDeepStrictEqual([end.objects, end.outside], [recorded.objects, recorded.outside]) && end;
    };
    const end = until('the end is the same', same, { timeoutMs: restMs, everyMs: 500 });
    return [nameOf(wreck.position), await end.catch(() => endOf(wreck.scene, audit))];
  }
}

interface Recording extends Pick<Matrix, 'calls' | 'passed' | 'logged'> {
  readonly scene: Scene;
}

async function record(trials: Trials, audit: OperatorAudit): Promise<Recording> {
  const gate = new Recorder();
  await using trial = await Trial.begin(trials, [gate]);
  await trial.run();
  await trial.stop();
  const [scene] = trial.scenes;
  if (scene === undefined) throw new Error('a trial of one gate has one scene');
  const { stray = [] } = trials.path;
  const logged = [...(await audit.calls(scene.namespace)), ...(scene.outside?.logged() ?? [])];
  return {
    scene,
    calls: distinctCalls(gate.calls.filter(({ text }) => !stray.includes(text))),
    passed: trial.passed.map((call) => call.logged).sort(),
    logged: logged.sort(),
  };
}

/** What an operator has left that was killed at a position. */
interface Wreck {
  readonly position: Position;
  readonly scene: Scene;
}

/** Brings an operator to all these positions, each with a resource of its own, and kills it. */
async function crash(trials: Trials, positions: readonly Position[]): Promise<readonly Wreck[]> {
  const traps = positions.map((position) => new Trap(position));
  await using trial = await Trial.begin(trials, traps);
  await trial.run();
  await allShut(traps);
  await trial.crash();
  return trial.scenes.flatMap((scene, index) =>
    positions.slice(index, index + 1).map((position) => ({ position, scene })),
  );
}

/** Starts an operator for what the crash left, and reads the ends once it has nothing more to do. */
async function finish<T>(
  { cluster, scenario, path }: Trials,
  left: readonly Wreck[],
  read: (wreck: Wreck) => Promise<T>,
): Promise<readonly T[]> {
  if (left.length === 0) return [];
  const { controlPlane } = cluster;
  const operator = await startOperator({
    controlPlane,
    kubeconfigPath: controlPlane.kubeconfigPath,
    controllers: [scenario.controller.name],
    namespaces: left.map(({ scene }) => scene.namespace),
    settings: left[0]?.scene.outside?.settings ?? {},
  });
  await operator.ready();
  await Promise.all(left.map(({ scene }) => reached(scene, path.end)));
  await until('the operator is at rest', () => operator.isIdle());
  const ends = await inParallel(left, left.length, read);
  await operator.stop();
  return ends;
}
