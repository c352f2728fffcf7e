import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { kubewright } from '../../../operator/src/kubewright.ts';
import { examples } from '../../support/kinds/kinds.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import { type CrashCluster, startCrashCluster } from './crash-cluster.ts';
import { countByKind, type End } from './ending.ts';
import { type Matrix, runMatrices } from './matrix.ts';
import { formatPosition, listPositions } from './position.ts';
import type { Path, Scenario } from './scenario.ts';

const scenarios = examples.map(({ crash }) => crash);
const allMatricesMs = 600_000;
const hint =
  'the calls of this path differ from its table: check that the operator may crash after each call that it makes now, then update test/support/kinds';

let cluster: CrashCluster;
/** The results by scenario. A scenario that fails does not affect the others. */
let results: ReadonlyMap<Scenario, PromiseSettledResult<ReadonlyMap<Path, Matrix>>>;

beforeAll(async () => {
  cluster = await startCrashCluster();
  const audit = new OperatorAudit(cluster.client, cluster.controlPlane.auditLogPath);
  const settled = await Promise.allSettled(scenarios.map((scenario) => runMatrices({ cluster, scenario }, audit)));
  results = new Map(
    scenarios.flatMap((scenario, index) => settled.slice(index, index + 1).map((one) => [scenario, one])),
  );
}, allMatricesMs);

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  console.log(`operators were killed at\n${formatSizes().join('\n')}`);
});

/** The number of positions at which operators were killed, by controller and path. */
function formatSizes(): readonly string[] {
  const rows = scenarios.flatMap(({ controller, paths }) =>
    paths.map(({ title, calls }) => [listPositions(calls).length, `${controller.name}: ${title}`] as const),
  );
  const all = rows.reduce((sum, [size]) => sum + size, 0);
  return [...rows, [all, 'in all'] as const].map(([size, what]) => `${String(size).padStart(5)} ${what}`);
}

it('every controller is crashed', () => {
  const crashed = scenarios.map(({ controller }) => controller.name);
  expect(crashed.sort()).toEqual(kubewright.controllers.map(({ name }) => name).sort());
});

describe.each(scenarios.map((scenario) => ({ scenario, name: scenario.controller.name })))(
  'the operator of $name',
  ({ scenario }) => {
    describe.each(scenario.paths.map((path) => ({ path, title: path.title })))('$title', ({ path }) => {
      testCrashes(scenario, path);
    });
  },
);

function testCrashes(scenario: Scenario, path: Path): void {
  let matrix: Matrix;

  beforeAll(() => {
    matrix = getMatrix(scenario, path);
  });

  it(`makes ${String(path.calls.length)} calls: those of the table`, () => {
    // Compares sorted calls, because events are sent concurrently with other calls.
    expect([...matrix.calls].sort(), hint).toEqual([...path.calls].sort());
  });

  it('makes no call that bypasses the gate', () => {
    expect(matrix.logged).toEqual(matrix.passed);
  });

  it('reaches the end of the table without a crash', () => {
    const { objects, created, deleted, outside } = matrix.recorded;
    const { counts, status = {} } = path.end;
    expect({ counts: countByKind(objects), created, deleted }).toEqual({
      counts,
      created: path.end.created,
      deleted: path.end.deleted,
    });
    const own = objects.find(({ kind }) => kind === scenario.controller.api.kind);
    expect(own?.status ?? {}).toMatchObject(status);
    expect(outside).toEqual(path.end.outside);
  });

  it.each(listPositions(path.calls).map((position) => formatPosition(position)))(
    'reaches the same end when killed %s',
    (position) => {
      const end = matrix.crashed.get(position);
      const { recorded } = matrix;
      expect(end?.objects).toEqual(recorded.objects);
      expect(end?.outside).toEqual(recorded.outside);
      expect({ created: end?.created, deleted: end?.deleted }).toEqual({
        created: recorded.created,
        deleted: recorded.deleted,
      });
      expect(listEmittedTooOften(end, matrix, path)).toEqual([]);
    },
  );
}

/** The results of one path. Throws the error that ended its scenario. */
function getMatrix(scenario: Scenario, path: Path): Matrix {
  const result = results.get(scenario);
  if (result?.status === 'rejected') throw result.reason;
  const matrix = result?.value.get(path);
  if (matrix === undefined) throw new Error(`the path was not recorded: ${path.title}`);
  return matrix;
}

/**
 * Lists events that were emitted more often than without a crash. Fewer are correct, because a crash loses events that
 * were not sent.
 */
function listEmittedTooOften(
  end: End | undefined,
  { recorded }: Matrix,
  { mayAlsoEmit = [] }: Path,
): readonly string[] {
  const most = (event: string): number => (recorded.events[event] ?? 0) + (mayAlsoEmit.includes(event) ? 1 : 0);
  return Object.entries(end?.events ?? {})
    .filter(([event, times]) => times > most(event))
    .map(([event, times]) => `${event} (${String(times)} times)`);
}
