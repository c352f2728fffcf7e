import { progressText } from '../../operator/testing/src/index.ts';
import { closingTable } from './closing-table.ts';
import { invitation } from './invitation.ts';
import { playbill } from './playbill.ts';
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

/** The cluster, and what is done with it. */
async function play(theatre: Theatre, { tours, keep }: Pick<DemoOptions, 'tours' | 'keep'>): Promise<readonly Act[]> {
  const acts = [await controlPlane(theatre)];
  for (const { title, steps } of playbill(tours, { keep })) {
    acts.push({ title: heading(title), results: await taken(theatre.stage, steps) });
  }
  return acts;
}

async function controlPlane(theatre: Theatre): Promise<Act> {
  const title = heading('A Kubernetes control plane');
  const raised = await takeStep({ title: 'Start it' }, async (say) => {
    const { cluster } = await theatre.raise((progress) => {
      say(progressText(progress));
    });
    const { versions, serverUrl } = cluster.controlPlane;
    return `Kubernetes ${versions.kubernetes} and etcd ${versions.etcd} at ${serverUrl}`;
  });
  return { title, results: [raised] };
}

function heading(title: string): string {
  process.stdout.write(`\n${title}\n`);
  return title;
}

async function taken(stage: Stage, steps: readonly Step[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await takeStep(step, (say) => step.run(stage, say)));
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
