import { progressText } from '../../operator/src/testing/index.ts';
import { closingTable } from './closing-table.ts';
import { invitation } from './invitation.ts';
import { applyOperator, leaderKilled, metricsServed, operatorRemoved, operatorRuns } from './operator-steps.ts';
import { samplesApplied } from './samples.ts';
import type { Act, Stage, Step, StepResult, Tour } from './stage.ts';
import { StepFailed, takeStep } from './take-step.ts';
import { Theatre } from './theatre.ts';

export interface DemoOptions {
  /** The walk-throughs to take, in order. */
  readonly tours: readonly Tour[];
  /** Whether to stay up once the samples are applied. */
  readonly keep: boolean;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Runs the tours; whatever happens, nothing of it is left running. @returns the exit code */
export async function runDemo({ tours, keep, signal }: DemoOptions): Promise<number> {
  const theatre = new Theatre(signal);
  try {
    const acts = await play(theatre, { tours, keep });
    process.stdout.write(`\n${closingTable(acts)}\n`);
    if (keep) {
      process.stdout.write(await invitation(theatre.stage, tours));
      await untilAborted(signal);
    }
    await theatre.strike({ forget: true });
    return 0;
  } catch (error) {
    return signal.aborted ? stopped(theatre) : failed(theatre, error);
  }
}

/** The cluster and the operator, each walk-through, and at last what holds for all of them. */
async function play(theatre: Theatre, { tours, keep }: Pick<DemoOptions, 'tours' | 'keep'>): Promise<readonly Act[]> {
  const acts = [await prologue(theatre)];
  for (const { title, before = [], kinds, opening, steps } of tours) {
    acts.push(await act(theatre.stage, title, [...before, samplesApplied(kinds), ...opening, ...(keep ? [] : steps)]));
  }
  if (keep) return acts;
  acts.push(
    await act(theatre.stage, 'Two replicas of the operator', [metricsServed, leaderKilled, ...againAfter(tours)]),
  );
  for (const { title, finale = [] } of tours) {
    if (finale.length > 0) acts.push(await act(theatre.stage, `${title}, meanwhile`, finale));
  }
  return [...acts, await act(theatre.stage, 'The end', [operatorRemoved])];
}

/** The new leader does what the old one did: for a tour of which nothing is left. */
function againAfter(tours: readonly Tour[]): readonly Step[] {
  const over = tours.find(({ finale }) => finale === undefined);
  return over === undefined ? [] : [...(over.before ?? []), samplesApplied(over.kinds), ...over.opening];
}

async function prologue(theatre: Theatre): Promise<Act> {
  const title = heading('A Kubernetes control plane, and the operator');
  const raised = await takeStep('Start the control plane', async (say) => {
    const { cluster } = await theatre.raise((progress) => {
      say(progressText(progress));
    });
    const { versions, serverUrl } = cluster.controlPlane;
    return `Kubernetes ${versions.kubernetes} and etcd ${versions.etcd} at ${serverUrl}`;
  });
  return { title, results: [raised, ...(await taken(theatre.stage, [applyOperator, operatorRuns]))] };
}

async function act(stage: Stage, title: string, steps: readonly Step[]): Promise<Act> {
  return { title: heading(title), results: await taken(stage, steps) };
}

function heading(title: string): string {
  process.stdout.write(`\n${title}\n`);
  return title;
}

async function taken(stage: Stage, steps: readonly Step[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await takeStep(step.title, (say) => step.run(stage, say)));
  return results;
}

async function stopped(theatre: Theatre): Promise<number> {
  process.stderr.write('\nStopping …');
  await theatre.strike({ forget: true });
  process.stderr.write(' everything is taken down.\n');
  return 130;
}

async function failed(theatre: Theatre, error: unknown): Promise<number> {
  const { logs } = theatre;
  await theatre.strike({ forget: false });
  const title = error instanceof StepFailed ? error.title : 'the demo';
  process.stderr.write(`\nFailed: ${title}\n  ${error instanceof Error ? error.message : String(error)}\n`);
  if (logs !== undefined) process.stderr.write(`  Logs of every part and Pod are in ${logs}\n`);
  return 1;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A timer, because a promise alone does not keep the process.
    const alive = setInterval(() => undefined, 60_000);
    const done = (): void => {
      clearInterval(alive);
      resolve();
    };
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}
