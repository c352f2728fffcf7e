/**
 * The cost of a webhook for requests of others: `npm run build && node test/bench/webhook-cost.ts`.
 *
 * An operator of one replica runs in a cluster of this machine, with a validating webhook whose handler does almost
 * nothing. Objects are created in dry runs, alternately in a namespace that is checked and in one that is excluded, so
 * that other load on the machine affects both. With one request at a time the difference is the latency; with 16 the
 * rate is the capacity of the machine: API server, operator and client share its processors.
 */
import { parseArgs } from 'node:util';

import { buildPath } from '../../operator/runtime/src/client/index.ts';
import { MutatingWebhookConfiguration, Namespace } from '../../operator/runtime/src/kinds/index.ts';
import { untilTrusted } from '../e2e/webhooks/configurations.ts';
import { configurationName, installedGates, longLived } from '../e2e/webhooks/installed.ts';
import { DryRunLoad, createDryRunSender } from '../support/dry-run-load.ts';
import { Gate } from '../support/gate/gate.ts';
import { buildGate, gatesImage } from '../support/gate/installed-gates.ts';
import { startTestCluster } from '../support/test-cluster.ts';
import { getProcessId } from '../e2e/support/operator-process.ts';
import { until } from '../support/until.ts';
import { computeMedian, computePercentile } from './percentile.ts';
import { readCpuSeconds } from './process-usage.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, requests: { type: 'string', default: '500' } },
});
const rounds = Number(values.rounds);
const perRound = Number(values.requests);
const excluded = 'unchecked';

await using cluster = await startTestCluster({ node: { images: [gatesImage] } });
const { client } = cluster;
await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: excluded } });
const gates = await installedGates(cluster, {
  ...{ namespace: 'checked', replicas: 1 },
  settings: { ...longLived, logLevel: 'info' },
  webhooks: { excludedNamespaces: [excluded] },
});
await untilTrusted(gates);
// Without the mutating webhook, each create causes only one request to the operator, that of the validating webhook.
await client.resource(MutatingWebhookConfiguration).delete({ name: configurationName }, { propagation: 'Background' });

const [pod] = await gates.operator.pods();
if (pod === undefined) throw new Error('the operator has no Pod');
const pid = getProcessId(pod);

for (const workers of [1, 16]) await compare(workers);
await gates.operator[Symbol.asyncDispose]();

/** Measures both namespaces alternately, and prints the figures. */
async function compare(workers: number): Promise<void> {
  for (const namespace of ['checked', excluded]) await measureRound(namespace, workers); // Not counted: warms up.
  const checked: Round[] = [];
  const unchecked: Round[] = [];
  let cpuSeconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const cpuBefore = await readCpuSeconds(pid);
    checked.push(await measureRound('checked', workers));
    cpuSeconds += (await readCpuSeconds(pid)) - cpuBefore;
    unchecked.push(await measureRound(excluded, workers));
  }
  print(`${String(workers)} at a time, without the webhook`, unchecked);
  print(`${String(workers)} at a time, with the webhook`, checked);
  const reviews = checked.flatMap(({ ms }) => ms).length;
  console.log(`CPU time of the operator for each review: ${((cpuSeconds * 1000) / reviews).toFixed(2)} ms`);
}

function print(what: string, all: readonly Round[]): void {
  const ms = all.flatMap((round) => round.ms);
  const rate = computeMedian(all.map((round) => round.ms.length / round.seconds)).toFixed(0);
  console.log(
    `${what}: ${rate}/s, p50 ${computePercentile(ms, 0.5).toFixed(2)} ms, p99 ${computePercentile(ms, 0.99).toFixed(2)} ms`,
  );
}

interface Round {
  readonly ms: readonly number[];
  readonly seconds: number;
}

async function measureRound(namespace: string, workers: number): Promise<Round> {
  const ms: number[] = [];
  const send = createDryRunSender(client, buildPath(Gate, { namespace }), (index) =>
    buildGate(namespace, `tried-${String(index)}`),
  );
  const startedAt = performance.now();
  await using load = new DryRunLoad(
    async (index) => {
      const sentAt = performance.now();
      const answer = await send(index);
      ms.push(performance.now() - sentAt);
      return answer;
    },
    { workers, pauseMs: 0 },
  );
  await until('all requests of a round have a response', () => Promise.resolve(ms.length >= perRound), { everyMs: 5 });
  const seconds = (performance.now() - startedAt) / 1000;
  if (load.failed > 0) throw new Error(JSON.stringify(load.failures));
  return { ms: [...ms], seconds };
}
