import { isDeepStrictEqual } from 'node:util';

import { until } from '../../support/until.ts';
import { type End, endOf, reached, type Scene } from './ending.ts';
import { Recorder, Trap } from './gates.ts';
import { inParallel } from './in-parallel.ts';
import { startOperator } from './operator.ts';
import type { OperatorAudit } from './operator-audit.ts';
import { distinctCalls, nameOf, type Position, positionsOf } from './position.ts';
import { Trial, type Trials } from './trial.ts';

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

/** How many operators are on their way to a crash at once. */
const atOnce = 5;
/** How long the rest of the cluster may take to come to rest where the operator has. */
const restMs = 10_000;

/** Records the path, crashes an operator at every position of it, and lets another one finish what each has left. */
export async function runMatrix(trials: Trials, audit: OperatorAudit): Promise<Matrix> {
  const { scene, ...recording } = await record(trials, audit);
  const positions = positionsOf(recording.calls);
  const left = await inParallel(positions, atOnce, (position) => crash(trials, position));
  // Late: by now the rest of the cluster has come to rest there.
  const recorded = await endOf(scene, audit);
  // One operator finishes what all have left; unless each trial has something outside that only one operator can find.
  const groups = trials.scenario.outside === undefined ? [left] : left.map((each) => [each]);
  const finished = await inParallel(groups, atOnce, (group) =>
    finish(trials, group, (each) => comparable(each, recorded)),
  );
  const ends = finished.flat();
  const crashed = new Map(positions.map((position, index) => [nameOf(position), ends[index] ?? recorded]));
  return { ...recording, recorded, crashed };

  /** The end as it is once it is that of the recorded run, or as it stays. */
  async function comparable(left: Scene, expected: End): Promise<End> {
    const same = async (): Promise<End | false> => {
      const end = await endOf(left, audit);
      return (
        isDeepStrictEqual(end.objects, expected.objects) && isDeepStrictEqual(end.outside, expected.outside) && end
      );
    };
    return until('the end is the same', same, { timeoutMs: restMs, everyMs: 500 }).catch(() => endOf(left, audit));
  }
}

interface Recording extends Pick<Matrix, 'calls' | 'passed' | 'logged'> {
  readonly scene: Scene;
}

async function record(trials: Trials, audit: OperatorAudit): Promise<Recording> {
  const gate = new Recorder();
  await using trial = await Trial.begin(trials, gate);
  await trial.run();
  await trial.stop();
  const { scene } = trial;
  const { stray = [] } = trials.path;
  const logged = [...(await audit.calls(scene.namespace)), ...(scene.outside?.logged() ?? [])];
  return {
    scene,
    calls: distinctCalls(gate.calls.filter(({ text }) => !stray.includes(text))),
    passed: trial.passed.map((call) => call.logged).sort(),
    logged: logged.sort(),
  };
}

/** Kills an operator at a position. @returns what it leaves */
async function crash(trials: Trials, position: Position): Promise<Scene> {
  const trap = new Trap(position);
  await using trial = await Trial.begin(trials, trap);
  trap.arm(() => trial.kill());
  await trial.run();
  await until(`the operator comes to ${nameOf(position)}`, async () => trap.shut).catch((error: unknown) => {
    const calls = trap.calls.map(({ text }) => text).join(', ');
    throw new Error(`the operator never came to ${nameOf(position)}, but to ${calls}`, { cause: error });
  });
  await trial.ended();
  return trial.scene;
}

/** Starts an operator for what is left, and looks at the ends once it has nothing more to do. */
async function finish<T>(
  { cluster, scenario, path }: Trials,
  left: readonly Scene[],
  look: (scene: Scene) => Promise<T>,
): Promise<readonly T[]> {
  const { controlPlane } = cluster;
  const operator = await startOperator({
    controlPlane,
    kubeconfigPath: controlPlane.kubeconfigPath,
    controller: scenario.controller.name,
    namespaces: left.map(({ namespace }) => namespace),
    settings: left[0]?.outside?.settings ?? {},
  });
  await operator.ready();
  await Promise.all(left.map((scene) => reached(scene, path.end)));
  await until('the operator is at rest', () => operator.isIdle());
  const ends = await inParallel(left, atOnce, look);
  await operator.stop();
  return ends;
}
