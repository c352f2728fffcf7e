import { closingTable } from './closing-table.ts';
import { invitation } from './invitation.ts';
import { applyOperator, operatorRuns } from './operator-steps.ts';
import { progressText } from './progress-text.ts';
import type { Step, StepResult } from './stage.ts';
import { StepFailed, takeStep } from './take-step.ts';
import { Theatre } from './theatre.ts';
import { sampleApplied, webServerTour } from './web-server-steps.ts';

export interface DemoOptions {
  /** Whether to stay up once the samples are applied. */
  readonly keep: boolean;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Runs the tour; whatever happens, nothing of it is left running. @returns the exit code */
export async function runDemo({ keep, signal }: DemoOptions): Promise<number> {
  const theatre = new Theatre(signal);
  try {
    const steps = [applyOperator, operatorRuns, sampleApplied, ...(keep ? [] : webServerTour)];
    const results = await tour(theatre, steps);
    process.stdout.write(`\n${closingTable(results)}\n`);
    if (keep) {
      process.stdout.write(await invitation(theatre.stage));
      await untilAborted(signal);
    }
    await theatre.strike({ forget: true });
    return 0;
  } catch (error) {
    return signal.aborted ? stopped(theatre) : failed(theatre, error);
  }
}

async function tour(theatre: Theatre, steps: readonly Step[]): Promise<readonly StepResult[]> {
  const results = [
    await takeStep('Start the control plane', async (say) => {
      const { cluster } = await theatre.raise((progress) => {
        say(progressText(progress));
      });
      const { versions, serverUrl } = cluster.controlPlane;
      return `Kubernetes ${versions.kubernetes} and etcd ${versions.etcd} at ${serverUrl}`;
    }),
  ];
  for (const step of steps) results.push(await takeStep(step.title, (say) => step.run(theatre.stage, say)));
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
