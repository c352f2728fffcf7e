import { OperatorError, systemClock, type Clock } from '@kubewright/runtime/internal/base';
import type { WorkQueue } from '@kubewright/runtime/internal/queue';
import type { Registry } from 'prom-client';
import type { ControllerDefinition } from '@kubewright/runtime/internal/reconcile';

import type { InMemoryApiServer } from '../in-memory-api-server/index.ts';
import type { Activity } from './activity.ts';
import type { FakeClock } from '../fake-clock.ts';

interface RunningController {
  readonly name: string;
  readonly activity: Activity;
  readonly queue: WorkQueue;
  readonly server: InMemoryApiServer;
  /** Real time in milliseconds after which `waitUntilIdle` rejects. */
  readonly timeoutMs: number;
}

/** Number of event loop turns without a change after which all work that needs no timer has ended. */
const quietTurns = 3;

/** Resolves once all remaining work waits for a timer. Errors: `TIMED_OUT`. */
export async function waitUntilIdle(controller: RunningController): Promise<void> {
  const end = systemClock.monotonic() + controller.timeoutMs;
  let quiet = 0;
  let before = describeState(controller);
  while (quiet < quietTurns) {
    if (systemClock.monotonic() > end) {
      throw new OperatorError('TIMED_OUT', 'become idle', { hint: formatTimeoutHint(controller) });
    }
    await nextTurn();
    const now = describeState(controller);
    quiet = now === before && isIdle(controller) ? quiet + 1 : 0;
    before = now;
  }
}

function formatTimeoutHint({ name, activity: { keys }, timeoutMs }: RunningController): string {
  const wait = `after ${String(timeoutMs / 1000)} s of real time`;
  if (keys.length === 0) return `the controller ${name} still writes or reconciles ${wait}`;
  return `the controller ${name} is still reconciling ${keys.join(', ')} ${wait}: complete the call that it waits for`;
}

function isIdle({ activity, queue }: RunningController): boolean {
  return activity.running === 0 && queue.length === 0;
}

function describeState({ server }: RunningController): string {
  return `${server.requests().length} ${server.resourceVersion}`;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Real time in milliseconds for work that needs no timer, before the fake clock is advanced. */
const realTimeMs = 250;

const stepMs = 1_000;

/** Settles like `work`. Advances a fake clock until then. */
export async function untilOver(work: Promise<void>, clock: Clock): Promise<void> {
  if (!('advance' in clock)) return work;
  const progress = { isOver: false };
  const over = (): void => void (progress.isOver = true);
  void work.then(over, over);
  const end = systemClock.monotonic() + realTimeMs;
  while (!progress.isOver) {
    if (systemClock.monotonic() < end) await nextTurn();
    else await (clock as FakeClock).advance(stepMs);
  }
  return work;
}

type Labels = Readonly<Record<string, string>>;

/** Reads the sample of the declared metric `name` with exactly these labels; `undefined` if it does not exist. */
export async function readMetric(
  registry: Registry,
  { name: controller, metrics }: Pick<ControllerDefinition, 'name' | 'metrics'>,
  { name, labels }: { readonly name: string; readonly labels: Labels },
): Promise<number | undefined> {
  const family = registry.getSingleMetric(metrics[name]?.name ?? '');
  if (family === undefined)
    throw new OperatorError('TEST_FAILED', 'read a metric', {
      hint: `${controller} does not declare the metric ${name}`,
    });
  const { values } = await family.get();
  return values.find((sample) => isSame(sample.labels, labels))?.value;
}

function isSame(one: Readonly<Partial<Record<string, string | number>>>, other: Labels): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
