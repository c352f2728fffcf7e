import type { OperatorAudit } from '../../support/operator-audit.ts';
import type { TestNamespace } from './ending.ts';
import { Recorder } from './gates.ts';
import { type GatedResource, OperatorRun, type RunSetup } from './operator-run.ts';
import { nameCalls, partition } from './position.ts';
import type { Path, Scenario } from './scenario.ts';

/** What an operator did on a path without a crash. */
export interface Recording {
  readonly testNamespace: TestNamespace;
  /** The calls of the path, each with a unique name, in order. */
  readonly calls: readonly string[];
  /**
   * All calls of the run about this custom resource, sorted: as the gate recorded them, and as the servers logged them.
   */
  readonly passed: readonly string[];
  readonly logged: readonly string[];
}

/**
 * Groups the paths that one operator can follow while it is recorded. With several custom resources, a `shared` call
 * belongs to none of them. A path that creates its custom resource makes a shared call after its first step, so it
 * needs its own operator; the others make theirs earlier.
 */
export function groupRecordable({ paths, shared = [] }: Scenario): readonly (readonly Path[])[] {
  if (shared.length === 0) return groupCrashable(paths);
  const [creating, others] = partition(paths, ({ creates = false }) => creates);
  return [others, ...creating.map((path) => [path])].filter(({ length }) => length > 0);
}

/**
 * Groups the paths whose positions one operator can reach in one run: those that begin with a crash, and all others.
 */
export function groupCrashable(paths: readonly Path[]): readonly (readonly Path[])[] {
  return partition(paths, ({ interrupted }) => interrupted !== undefined).filter(({ length }) => length > 0);
}

/** Records the calls of an operator, with one custom resource per path. */
export async function record(
  setup: RunSetup,
  paths: readonly Path[],
  audit: OperatorAudit,
): Promise<readonly Recording[]> {
  const gatedPaths = paths.map((path) => ({ path, gate: new Recorder() }));
  await using run = await OperatorRun.begin(setup, gatedPaths);
  await run.followPaths();
  await run.stop();
  return await Promise.all(run.gated.map((one) => createRecording(one, audit)));
}

async function createRecording(
  { gate, testNamespace }: GatedResource<Recorder>,
  audit: OperatorAudit,
): Promise<Recording> {
  const { namespace, outside, path } = testNamespace;
  const { stray = [] } = path;
  const logged = [...(await audit.calls(namespace)), ...(outside?.logged(namespace) ?? [])];
  return {
    testNamespace,
    calls: nameCalls(gate.calls.filter(({ text }) => !stray.includes(text))),
    passed: gate.all.map((call) => call.logged).sort(),
    logged: logged.sort(),
  };
}
