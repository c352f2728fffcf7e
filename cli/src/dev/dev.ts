import type { Progress } from '@kubewright/testing';

import type { Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import { type DevCluster, isLocal, openContext, startEmbedded } from './dev-cluster.ts';
import { describeKeys, type Keys, listenToKeys } from './keys.ts';
import { Session } from './session.ts';

export interface DevFlags {
  readonly context?: string;
  readonly samples: boolean;
  readonly inspect?: string | true;
  readonly yes?: boolean;
}

/** Runs an operator from its sources until Ctrl-C, and again after each change of them. */
export async function dev(project: Project, flags: DevFlags): Promise<void> {
  const stop = new AbortController();
  const quit = (): void => {
    stop.abort();
  };
  process.on('SIGINT', quit).on('SIGTERM', quit);
  try {
    await using cluster = await openCluster(project, flags, stop.signal);
    say(`cluster: ${cluster.title}`);
    const inspect = flags.inspect === true ? '127.0.0.1:9229' : flags.inspect;
    await using session = new Session({ project, cluster, say, ...(inspect !== undefined && { inspect }) });
    const keys = createKeys(session, cluster, quit);
    const stopKeys = listenToKeys(keys);
    await session.reload();
    if (flags.samples) await session.applySamples();
    say(process.stdin.isTTY ? describeKeys(keys) : describeAccess(cluster));
    await waitUntilAborted(stop.signal);
    say('stopping');
    stopKeys();
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', quit).off('SIGTERM', quit);
  }
}

async function openCluster({ folder }: Project, flags: DevFlags, signal: AbortSignal): Promise<DevCluster> {
  if (flags.context === undefined) return startEmbedded({ folder, onProgress: sayEachStep(), signal });
  const cluster = await openContext(flags.context);
  if (isLocal(cluster.server) || flags.yes === true) return cluster;
  const hint = `${cluster.server} is not on this machine: pass --yes to apply CRDs and run the operator there`;
  throw new CommandError(`use the context ${flags.context}`, hint);
}

function createKeys(session: Session, cluster: DevCluster, quit: () => void): Keys {
  return {
    r: { does: 'restart', run: () => session.restart() },
    a: { does: 'apply samples', run: () => session.applySamples() },
    t: { does: 'run tests', run: () => session.runTests() },
    k: {
      does: 'kubeconfig',
      run: () => {
        say(describeAccess(cluster));
      },
    },
    q: { does: 'quit', run: quit },
  };
}

function describeAccess({ kubeconfig, context }: DevCluster): string {
  return kubeconfig === undefined ? `kubectl --context ${context ?? ''}` : `export KUBECONFIG=${kubeconfig}`;
}

function sayEachStep(): (progress: Progress) => void {
  let last = '';
  return ({ step }) => {
    if (step !== last) say(step);
    last = step;
  };
}

function say(text: string): void {
  for (const line of text.split('\n')) process.stderr.write(`kubewright  ${line}\n`);
}

async function waitUntilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}
