import { setTimeout as sleep } from 'node:timers/promises';

import type { ControlPlane } from '../../operator/testing/src/index.ts';
import { startOperator } from '../support/start-operator.ts';
import { readUsage } from './process-usage.ts';

/** What the operator costs with all controllers while it is idle. */
export interface AtRest {
  /** Seconds from the start of the process until its caches are synced. */
  readonly secondsToReady: number;
  readonly cpuSecondsToReady: number;
  readonly cpuSecondsAMinute: number;
  readonly rssBytes: number;
  readonly pssBytes: number;
}

/** Milliseconds after which the start is complete, including lazy loading and compilation. */
const settlesInMs = 10_000;
const minuteMs = 60_000;

/** Starts all controllers as the image does, with leader election, and measures them for a minute without objects. */
export async function measureAtRest(controlPlane: ControlPlane): Promise<AtRest> {
  const startedAt = performance.now();
  const operator = await startOperator({
    controlPlane,
    kubeconfigPath: controlPlane.kubeconfigPath,
    // Empty lists select all controllers and all namespaces.
    controllers: [],
    namespaces: [],
    election: { namespace: 'default', name: 'at-rest' },
    settings: { LOG_LEVEL: 'info' },
  });
  await operator.ready();
  const secondsToReady = (performance.now() - startedAt) / 1000;
  const { cpuSeconds: cpuSecondsToReady } = await readUsage(operator.pid);
  await sleep(settlesInMs);
  const before = await readUsage(operator.pid);
  await sleep(minuteMs);
  const { cpuSeconds, rssBytes, pssBytes } = await readUsage(operator.pid);
  await operator.stop();
  return { secondsToReady, cpuSecondsToReady, cpuSecondsAMinute: cpuSeconds - before.cpuSeconds, rssBytes, pssBytes };
}
