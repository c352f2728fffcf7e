import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RunningProcess } from '../../operator/testing/src/index.ts';
import { type BenchCluster, namespace } from './bench-cluster.ts';
import { nowMs } from './observer/tally.ts';
import type { Peer } from './peers/peers.ts';
import { readCpuSeconds, type ProcessUsage, readUsage } from './process-usage.ts';

const sampleMs = 50;
/** A process is at rest if it uses less than this share of a CPU core for this time in milliseconds. */
const atRest = { share: 0.04, forMs: 3_000 };

/** When a process came to rest, and what it had used until then. */
export interface Rest {
  /** The time in milliseconds since 1970. */
  readonly sinceMs: number;
  readonly usage: ProcessUsage;
}

/** The children of each Widget. */
export interface Children {
  readonly children: number;
  /**
   * Whether the only child is a Deployment. Then a whole control plane is needed, because controllers write its status.
   * @default false
   */
  readonly deployments?: boolean;
}

/** A running process of a peer. */
export class PeerProcess {
  readonly startedAtMs: number;
  readonly #process: RunningProcess;
  readonly #ended = new AbortController();

  static async start(peer: Peer, cluster: BenchCluster, { children, deployments }: Children): Promise<PeerProcess> {
    const [command, ...args] = peer.command;
    const logFile = path.join(cluster.controlPlane.directory, `peer-${String(nowMs())}.log`);
    const { PATH = '', HOME = '' } = process.env;
    const startedAtMs = nowMs();
    const running = await cluster.controlPlane.processes.start({
      ...{ name: peer.name, command, logFile },
      args: [
        ...[...args, '--namespace', namespace, '--workers', '10', '--children', String(children)],
        ...(deployments === true ? ['--deployments'] : []),
      ],
      env: { ...peer.env, PATH, HOME, KUBECONFIG: cluster.peerKubeconfig },
    });
    return new PeerProcess(running, { startedAtMs, logFile });
  }

  private constructor(running: RunningProcess, { startedAtMs, logFile }: { startedAtMs: number; logFile: string }) {
    this.#process = running;
    this.startedAtMs = startedAtMs;
    void running.exited.then(({ code, signal }) => {
      this.#ended.abort(new Error(`the peer exited with ${String(code ?? signal)}; its log: ${logFile}`));
    });
  }

  /** Aborts when the process has ended. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  usage(): Promise<ProcessUsage> {
    return readUsage(this.#process.pid);
  }

  async atRest(): Promise<Rest> {
    const samples = [{ atMs: nowMs(), cpu: await readCpuSeconds(this.#process.pid) }];
    for (;;) {
      await sleep(sampleMs, undefined, { signal: this.ended });
      const now = { atMs: nowMs(), cpu: await readCpuSeconds(this.#process.pid) };
      samples.push(now);
      const before = samples.findLast(({ atMs }) => atMs <= now.atMs - atRest.forMs);
      if (before === undefined) continue;
      const share = (now.cpu - before.cpu) / ((now.atMs - before.atMs) / 1000);
      if (share < atRest.share) return { sinceMs: findLastBusy(samples), usage: await this.usage() };
    }
  }

  /** Stops the process. Throws if its exit code is not 0. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    const { code } = await this.#process.exited;
    if (code !== 0) throw this.ended.reason as Error;
  }
}

interface Sample {
  readonly atMs: number;
  readonly cpu: number;
}

/** The end of the last 250 ms in which the process used at least a fifth of a CPU core. */
function findLastBusy(samples: readonly Sample[]): number {
  const wide = Math.round(250 / sampleMs);
  const busy = samples.findLast((sample, index) => {
    const before = samples[index - wide];
    return before !== undefined && (sample.cpu - before.cpu) / ((sample.atMs - before.atMs) / 1000) >= 0.2;
  });
  return (busy ?? samples[0])?.atMs ?? nowMs();
}
