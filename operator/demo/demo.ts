import { formatProgress } from '../testing/src/index.ts';
import { formatSummary } from './summary.ts';
import { buildSections } from './sections.ts';
import type { ReportText, SectionResult, StepContext, StepResult } from './step.ts';
import type { Tour } from './tours/tours.ts';
import { StepError, showStep } from './show-step.ts';
import { type BegunStep, beginSteps } from './begin-steps.ts';
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
  const startedAt = performance.now();
  try {
    const results = await runSections(cluster, { tours, keep });
    process.stdout.write(`\n${formatSummary(results, (performance.now() - startedAt) / 1000)}\n`);
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
  const results = [await startControlPlane(cluster)];
  const { context } = cluster;
  for (const group of buildSections(tours, { keep })) {
    const begun = group.map(({ title, steps }) => ({
      title,
      steps: beginSteps(steps.map(({ run, ...step }) => ({ ...step, run: (say: ReportText) => run(context, say) }))),
    }));
    for (const section of begun) results.push(await showSection(section.title, section.steps));
  }
  return results;
}

function startControlPlane(demoCluster: DemoCluster): Promise<SectionResult> {
  const run = async (say: ReportText): Promise<string> => {
    const { cluster } = await demoCluster.start((progress) => {
      say(formatProgress(progress));
    });
    const { versions, serverUrl } = cluster.controlPlane;
    return `Kubernetes ${versions.kubernetes} and etcd ${versions.etcd} at ${serverUrl}`;
  };
  return showSection('A Kubernetes control plane', beginSteps([{ title: 'Start it', run }]));
}

async function showSection(title: string, steps: readonly BegunStep[]): Promise<SectionResult> {
  process.stdout.write(`\n${title}\n`);
  const results: StepResult[] = [];
  for (const step of steps) results.push(await showStep(step));
  return { title, results };
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
