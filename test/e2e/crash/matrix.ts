import { isDeepStrictEqual } from 'node:util';

import { inParallel } from '../../support/in-parallel.ts';
import type { OperatorAudit } from '../../support/operator-audit.ts';
import { startOperator } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { type End, endOf, reached, type TestNamespace } from './ending.ts';
import { Recorder, Trap } from './gates.ts';
import { distinctCalls, grouped, nameOf, type Position, positionsOf } from './position.ts';
import { allShut, OperatorRun, type RunSetup } from './operator-run.ts';

/** The results of one path: without a crash, and with one at each position. */
export interface Matrix {
  /** The calls of the path, each with a unique name, in order. */
  readonly calls: readonly string[];
  /** All calls of the recorded run, sorted: as the gate recorded them, and as the servers logged them. */
  readonly passed: readonly string[];
  readonly logged: readonly string[];
  readonly recorded: End;
  /** By position. */
  readonly crashed: ReadonlyMap<string, End>;
}

/** How many operators run at once. */
const atOnce = 3;
/** How long the controllers of Kubernetes may still write after the operator has no work left. */
const restMs = 30_000;

/** Records the path, crashes operators at every position of it, and lets other operators finish their work. */
export async function runMatrix(setup: RunSetup, audit: OperatorAudit): Promise<Matrix> {
  const { scenario } = setup;
  const { testNamespace, ...recording } = await record(setup, audit);
  const groups = grouped(positionsOf(recording.calls), scenario.shared ?? []);
  const left = await inParallel(groups, atOnce, (group) => crash(setup, group));
  // Read late, when the controllers of Kubernetes have nothing left to write there.
  const recorded = await endOf(testNamespace, audit);
  // One operator finishes the work of all; with stores outside, each store needs an operator of its own.
  const parties = scenario.outside === undefined ? [left.flat()] : left;
  const ends = await inParallel(parties, atOnce, (party) => finish(setup, party, comparable));
  return { ...recording, recorded, crashed: new Map(ends.flat()) };

  /** The end once it equals that of the recorded run, or as it is when the time is up. */
  async function comparable(wreck: Wreck): Promise<readonly [string, End]> {
    const same = async (): Promise<End | false> => {
      const end = await endOf(wreck.testNamespace, audit);
      return isDeepStrictEqual([end.objects, end.outside], [recorded.objects, recorded.outside]) && end;
    };
    const end = until('the end is the same', same, { timeoutMs: restMs, everyMs: 500 });
    return [nameOf(wreck.position), await end.catch(() => endOf(wreck.testNamespace, audit))];
  }
}

interface Recording extends Pick<Matrix, 'calls' | 'passed' | 'logged'> {
  readonly testNamespace: TestNamespace;
}

async function record(setup: RunSetup, audit: OperatorAudit): Promise<Recording> {
  const gate = new Recorder();
  await using run = await OperatorRun.begin(setup, [gate]);
  await run.followPath();
  await run.stop();
  const [testNamespace] = run.testNamespaces;
  if (testNamespace === undefined) throw new Error('a run with one gate has one namespace');
  const { stray = [] } = setup.path;
  const logged = [...(await audit.calls(testNamespace.namespace)), ...(testNamespace.outside?.logged() ?? [])];
  return {
    testNamespace,
    calls: distinctCalls(gate.calls.filter(({ text }) => !stray.includes(text))),
    passed: run.passed.map((call) => call.logged).sort(),
    logged: logged.sort(),
  };
}

/** The namespace in which an operator was killed at a position. */
interface Wreck {
  readonly position: Position;
  readonly testNamespace: TestNamespace;
}

/** Brings an operator to all these positions, each with a resource of its own, and kills it. */
async function crash(setup: RunSetup, positions: readonly Position[]): Promise<readonly Wreck[]> {
  const traps = positions.map((position) => new Trap(position));
  await using run = await OperatorRun.begin(setup, traps);
  await run.followPath();
  await allShut(traps);
  await run.crash();
  return run.testNamespaces.flatMap((testNamespace, index) =>
    positions.slice(index, index + 1).map((position) => ({ position, testNamespace })),
  );
}

/** Starts an operator for what the crash left, and reads the ends once it has nothing more to do. */
async function finish<T>(
  { cluster, scenario, path }: RunSetup,
  left: readonly Wreck[],
  read: (wreck: Wreck) => Promise<T>,
): Promise<readonly T[]> {
  if (left.length === 0) return [];
  const { controlPlane } = cluster;
  const operator = await startOperator({
    controlPlane,
    kubeconfigPath: controlPlane.kubeconfigPath,
    controllers: [scenario.controller.name],
    namespaces: left.map(({ testNamespace }) => testNamespace.namespace),
    settings: left[0]?.testNamespace.outside?.settings ?? {},
  });
  await operator.ready();
  await Promise.all(left.map(({ testNamespace }) => reached(testNamespace, path.end)));
  await until('the operator is at rest', () => operator.isIdle());
  const ends = await inParallel(left, left.length, read);
  await operator.stop();
  return ends;
}
