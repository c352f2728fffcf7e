import { formatProgress } from '../testing/src/index.ts';
import { formatSummary } from './summary.ts';
import { buildSections } from './sections.ts';
import type { SectionResult, Step, StepContext, StepResult, Tour } from './step.ts';
import { StepError, runStep } from './run-step.ts';
import { DemoCluster } from './demo-cluster.ts';

export interface DemoOptions {
  /** The walk-throughs to run, in order. */
  readonly tours: readonly Tour[];
  /** Whether to keep the cluster running once the samples are Ready, until Ctrl-C. */
  readonly keep: boolean;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Runs the tours, and stops all processes even after a failure.
 *
 * @returns the exit code
 */
export async function runDemo({ tours, keep, signal }: DemoOptions): Promise<number> {
  const cluster = new DemoCluster(signal);
  try {
    const results = await runSections(cluster, { tours, keep });
    process.stdout.write(`\n${formatSummary(results)}\n`);
    if (keep) {
      process.stdout.write(await formatCommandsToTry(cluster.context, tours));
      await waitForAbort(signal);
    }
    await cluster.stop({ removeLogs: true });
    return 0;
  } catch (error) {
    return signal.aborted ? stopDemo(cluster) : reportFailure(cluster, error);
  }
}

async function runSections(
  cluster: DemoCluster,
  { tours, keep }: Pick<DemoOptions, 'tours' | 'keep'>,
): Promise<readonly SectionResult[]> {
  const sections = [await startControlPlane(cluster)];
  for (const { title, steps } of buildSections(tours, { keep })) {
    sections.push({ title: printHeading(title), results: await runSteps(cluster.context, steps) });
  }
  return sections;
}

async function startControlPlane(demoCluster: DemoCluster): Promise<SectionResult> {
  const title = printHeading('A Kubernetes control plane');
  const started = await runStep({ title: 'Start it' }, async (say) => {
    const { cluster } = await demoCluster.start((progress) => {
      say(formatProgress(progress));
    });
    const { versions, serverUrl } = cluster.controlPlane;
    return `Kubernetes ${versions.kubernetes} and etcd ${versions.etcd} at ${serverUrl}`;
  });
  return { title, results: [started] };
}

function printHeading(title: string): string {
  process.stdout.write(`\n${title}\n`);
  return title;
}

async function runSteps(context: StepContext, steps: readonly Step[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await runStep(step, (say) => step.run(context, say)));
  return results;
}

async function stopDemo(cluster: DemoCluster): Promise<number> {
  process.stderr.write('\nStopping …');
  await cluster.stop({ removeLogs: true });
  process.stderr.write(' everything has stopped.\n');
  return 130;
}

async function reportFailure(cluster: DemoCluster, error: unknown): Promise<number> {
  const { logs } = cluster;
  await cluster.stop({ removeLogs: false });
  const title = error instanceof StepError ? error.title : 'the demo';
  process.stderr.write(`\nFailed: ${title}\n  ${error instanceof Error ? error.message : String(error)}\n`);
  if (logs !== undefined) process.stderr.write(`  The logs of the control plane and of every Pod are in ${logs}\n`);
  return 1;
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A timer, because a promise alone does not keep the process alive.
    const alive = setInterval(() => undefined, 60_000);
    const done = (): void => {
      clearInterval(alive);
      resolve();
    };
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}

/** The output of `--keep` once the samples are Ready: the kubeconfig, and commands to try. */
async function formatCommandsToTry(context: StepContext, tours: readonly Tour[]): Promise<string> {
  const parts = await Promise.all(
    tours.map(async ({ title, commands }) => [`  # ${title}`, ...(await commands(context)).map((line) => `  ${line}`)]),
  );
  return `
The cluster keeps running until Ctrl-C. In another terminal:

  export KUBECONFIG=${context.cluster.controlPlane.kubeconfigPath}

${parts.map((lines) => lines.join('\n')).join('\n\n')}

  # The operator itself
  kubectl -n kubewright-system get pods,leases
`;
}
