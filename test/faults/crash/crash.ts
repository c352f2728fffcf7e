import { mapParallel } from '../../support/map-parallel.ts';
import { startOperator } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { awaitEndState, type TestNamespace } from './ending.ts';
import { OperatorRun, type RunSetup } from './operator-run.ts';
import type { Position } from './position.ts';
import type { Outside, Path } from './scenario.ts';
import { awaitAllShut, Trap } from './trap.ts';

export interface PathPosition extends Position {
  readonly path: Path;
}

/** A namespace whose operator was killed at a position. */
export interface Wreck {
  readonly position: Position;
  readonly testNamespace: TestNamespace;
}

/** Runs an operator until it has reached all these positions, each with its own custom resource, and kills it. */
export async function crash(setup: RunSetup, positions: readonly PathPosition[]): Promise<readonly Wreck[]> {
  const traps = positions.map(({ path, ...position }) => ({ path, gate: new Trap(position) }));
  await using run = await OperatorRun.begin(setup, traps);
  await run.followPaths();
  await awaitAllShut(traps.map(({ gate }) => gate));
  await run.crash();
  return run.gated.map(({ gate, testNamespace }) => ({ position: gate.position, testNamespace }));
}

/**
 * Starts an operator for everything that crashed operators have left, including servers outside of the cluster. Reads
 * the results when it is idle.
 */
export async function finish<T>(
  { cluster, scenario }: RunSetup,
  left: readonly Wreck[],
  read: (wreck: Wreck) => Promise<T>,
): Promise<readonly T[]> {
  const { controlPlane } = cluster;
  const outside = await scenario.outside?.(listOutside(left));
  const wrecks = left.map(({ position, testNamespace }) => ({
    position,
    testNamespace: { ...testNamespace, outside },
  }));
  const operator = await startOperator({
    controlPlane,
    kubeconfigPath: controlPlane.kubeconfigPath,
    controllers: [scenario.controller.name],
    namespaces: wrecks.map(({ testNamespace }) => testNamespace.namespace),
    settings: outside?.settings ?? {},
  });
  await operator.ready();
  for (const { testNamespace } of wrecks) await awaitEndState(testNamespace, testNamespace.path.end);
  await until('the operator is idle', () => operator.isIdle());
  const ends = await mapParallel(wrecks, wrecks.length, read);
  await operator.stop();
  return ends;
}

function listOutside(left: readonly Wreck[]): readonly Outside[] {
  return [...new Set(left.map(({ testNamespace }) => testNamespace.outside))].filter((each) => each !== undefined);
}
