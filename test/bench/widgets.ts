import { setTimeout as sleep } from 'node:timers/promises';

import { formatApiVersion } from '../../operator/runtime/src/base/index.ts';
import { type Client, unchecked } from '../../operator/runtime/src/client/index.ts';
import { mapParallel } from '../support/map-parallel.ts';
import { namespace } from './bench-cluster.ts';
import { createNonce, nowMs } from './observer/tally.ts';
import { Widget } from './peers/kubewright/widget.ts';

const text = 'x'.repeat(200);
const writers = 32;

const formatName = (index: number): string => `widget-${String(index)}`;

export async function createWidgets(client: Client, count: number): Promise<void> {
  const { kind } = Widget;
  await mapParallel(
    Array.from({ length: count }, (_, index) => formatName(index)),
    writers,
    (name) =>
      client.resource(unchecked(Widget)).create({
        ...{ apiVersion: formatApiVersion(Widget), kind, metadata: { namespace, name } },
        spec: { size: 1, text, nonce: 'first' },
      }),
  );
}

/**
 * Changes random Widgets at a constant rate. Resolves after the last response, with the milliseconds that each request
 * took.
 */
export async function changeWidgets(client: Client, load: ChangeLoad): Promise<readonly number[]> {
  const { perSecond, seconds = Number.POSITIVE_INFINITY, count, until } = load;
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let done = 0; done < perSecond * seconds && until?.aborted !== true; done += 1) {
    await sleep(Math.max(0, startedAt + (done * 1000) / perSecond - performance.now()));
    answers.push(changeWidget(client, Math.floor(Math.random() * count)));
  }
  return Promise.all(answers);
}

export interface ChangeLoad {
  readonly perSecond: number;
  /** How long to send changes, in seconds. @default - until `until` aborts */
  readonly seconds?: number;
  readonly until?: AbortSignal;
  /** The number of Widgets. */
  readonly count: number;
}

/**
 * Changes one Widget as fast as the API server responds. Returns when the last change was sent, in milliseconds since
 * 1970.
 */
export async function floodWidget(client: Client, times: number): Promise<number> {
  let sentAtMs = 0;
  for (let done = 0; done < times; done += 1) {
    sentAtMs = nowMs();
    await changeWidget(client, 0);
  }
  return sentAtMs;
}

/** Changes one Widget. Returns the milliseconds until the response. */
async function changeWidget(client: Client, index: number): Promise<number> {
  const key = { namespace, name: formatName(index) };
  const sentAt = performance.now();
  await client.resource(Widget).mergePatch(key, { spec: { nonce: createNonce() } });
  return performance.now() - sentAt;
}
