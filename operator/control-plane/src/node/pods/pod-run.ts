import type { Container } from '@kubewright/runtime/kinds';
import type { PodAddress } from '../addresses.ts';
import type { PodPlacement } from '../environment/index.ts';
import {
  type ClaimSources,
  createPodVolumes,
  createTokens,
  type PodVolumes,
  type VolumeSources,
} from '../volumes/index.ts';
import { runContainer } from './container-runner.ts';
import { getLogFile, getPodFiles } from './pod-files.ts';
import { initPolicy, shouldRestart, type RestartPolicy } from './pod-phase.ts';
import { getRestartPolicy } from './pod-status.ts';
import { keepInSync, type SyncedPod } from './synced-volumes.ts';
import type { RunBook } from './run-book.ts';
import { UnhealthyEvents } from './unhealthy-events.ts';

/** One run of a Pod, from the allocation of its address until all its containers have ended for good. */
export interface PodRun extends SyncedPod {
  readonly book: RunBook;
  /** Called when the Pod has an address. */
  onPlaced(place: PodPlacement): void;
  /** Called when the volumes of the Pod are mounted, so that containers can start. */
  onPrepared(): void;
}

const retryMs = 1_000;

/** Runs the containers of a Pod. When it resolves, only the Pod's logs remain on this machine. */
export async function runPod(run: PodRun): Promise<void> {
  const address = await takeAddress(run);
  if (address === undefined) return;
  const { context } = run;
  const place = { ...context.place, podIP: address.shown };
  run.onPlaced(place);
  const sources = createSources(run);
  const volumes = createPodVolumes(getPodFiles(run.pod(), context.directory).folder, {
    place,
    sources,
    hasNamespaces: context.hasNamespaces,
  });
  const over = new AbortController();
  const synced = keepInSync(volumes, run, over.signal);
  try {
    if (!(await synced.first)) return;
    run.onPrepared();
    await runContainers(run, { address, place, sources, volumes });
  } finally {
    over.abort();
    await synced.ended;
    await volumes.remove();
    context.addresses.release(address);
  }
}

async function takeAddress({ context, stop }: PodRun): Promise<PodAddress | undefined> {
  while (!stop.stopping.aborted) {
    const address = context.addresses.take();
    if (address !== undefined) return address;
    context.logger.warn('no free address for a Pod');
    await context.clock.sleep(retryMs, stop.stopping).catch(() => undefined);
  }
  return undefined;
}

function createSources({ pod, context: { api, clock } }: PodRun): VolumeSources & ClaimSources {
  const namespace = pod().metadata.namespace;
  return {
    getConfigMap: (name) => api.getConfigMap(namespace, name),
    getSecret: (name) => api.getSecret(namespace, name),
    requestToken: createTokens((request) => api.requestToken(pod(), request), clock),
    claim: (name) => api.claim(namespace, name),
    getVolume: (name) => api.getVolume(name),
  };
}

interface PodEnvironment {
  readonly address: PodAddress;
  readonly place: PodPlacement;
  readonly sources: VolumeSources;
  readonly volumes: PodVolumes;
}

interface PodContainer {
  readonly run: PodRun;
  readonly environment: PodEnvironment;
  readonly unhealthy: UnhealthyEvents;
}

/** Runs init containers one after the other, then all other containers in parallel. */
async function runContainers(run: PodRun, environment: PodEnvironment): Promise<void> {
  const { spec } = run.pod();
  const policy = getRestartPolicy(run.pod());
  const of: PodContainer = { run, environment, unhealthy: new UnhealthyEvents(run) };
  if (spec.containers.every(({ name }) => hasEnded(name, policy, run))) return;
  for (const container of spec.initContainers ?? []) {
    await runOne(container, initPolicy(policy), of);
    if (run.statuses.of(container.name).state?.terminated?.exitCode !== 0) return;
  }
  await Promise.all(spec.containers.map((container) => runOne(container, policy, of)));
}

/** Whether the container ended for good while an earlier node ran it. */
function hasEnded(container: string, policy: RestartPolicy, { statuses }: PodRun): boolean {
  const end = statuses.of(container).state?.terminated;
  return end !== undefined && !shouldRestart(policy, end.exitCode);
}

function runOne(
  container: Container,
  policy: RestartPolicy,
  { run, environment, unhealthy }: PodContainer,
): Promise<void> {
  const { statuses, stop, context, book } = run;
  const pod = run.pod();
  const logFile = getLogFile(getPodFiles(pod, context.directory), container.name);
  const { name } = container;
  book.expect({ pod, container: name }, logFile);
  return runContainer({
    container,
    policy,
    input: { ...environment, pod, context },
    stop,
    logFile,
    graceMs: (pod.spec.terminationGracePeriodSeconds ?? 30) * 1000,
    book,
    status: () => statuses.of(name),
    report: (event) => statuses.report(name, event),
    probeFailed: (probe, message) => unhealthy.probeFailed(name, probe, message),
  });
}
