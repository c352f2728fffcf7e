/**
 * `npm run footprint`: measures what an operator costs on a real control plane: all controllers of this repository
 * while idle; then one controller with a thousand WebServers, first while it creates everything, and again after a
 * restart, when everything is up to date.
 */
import { Command } from 'commander';

import { WebServer } from '../../operator/src/kubewright.ts';
import { type Kind, systemClock } from '../../operator/runtime/src/base/index.ts';
import { type Client, connect, unchecked } from '../../operator/runtime/src/client/index.ts';
import { Deployment, Namespace, Service } from '../../operator/runtime/src/kinds/index.ts';
import { type ControlPlane, startControlPlane } from '../../operator/testing/src/index.ts';
import { findCurrentCondition } from '../support/conditions.ts';
import { mapParallel } from '../support/map-parallel.ts';
import { OperatorAudit } from '../support/operator-audit.ts';
import { serveOurKinds } from '../support/our-kinds.ts';
import { type OperatorProcess, startOperator } from '../support/start-operator.ts';
import { until } from '../support/until.ts';
import { isWrite } from '../support/used-permissions.ts';
import { buildWebServer } from '../support/web-server.ts';
import { type AtRest, measureAtRest } from './at-rest.ts';
import { weighCaches } from './cache-memory.ts';
import { printFootprint, type Phase } from './footprint-table.ts';
import { readUsage } from './process-usage.ts';

const namespace = 'footprint';
const cachedBy = { fieldManager: 'kubewright/web-server', primary: WebServer, children: [Deployment, Service] };
/**
 * The time limit for each wait, and the interval of checks, in milliseconds. Long, because a machine under load is
 * slow.
 */
const limits = { timeoutMs: 300_000, everyMs: 100 };

interface Fixture {
  readonly controlPlane: ControlPlane;
  readonly client: Client;
  readonly audit: OperatorAudit;
  readonly count: number;
}

/** Creates WebServers without Pods, because schedulers and kubelets are not measured. */
async function createWebServers({ client, count }: Fixture): Promise<void> {
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const names = Array.from({ length: count }, (_, index) => `web-${String(index)}`);
  await mapParallel(names, 16, (name) =>
    client.resource(unchecked(WebServer)).create(buildWebServer(namespace, name, { replicas: 0 })),
  );
}

/** Runs the operator until it is idle, and measures it from its start. */
async function measure(fixture: Fixture): Promise<Phase> {
  const { controlPlane, audit, count } = fixture;
  const seen = (await audit.events(namespace)).length;
  const startedAt = performance.now();
  const operator = await startOperator({
    controlPlane,
    kubeconfigPath: controlPlane.kubeconfigPath,
    controllers: ['web-server'],
    namespaces: [namespace],
    workers: 10,
    settings: { LOG_LEVEL: 'info' },
  });
  await until('the operator has reconciled everything', () => hasReconciled(operator, count), limits);
  const seconds = (performance.now() - startedAt) / 1000;
  const usage = await readUsage(operator.pid);
  await operator.stop();
  const calls = (await audit.events(namespace)).slice(seen);
  return { seconds, usage, calls, writes: calls.filter(isWrite) };
}

async function hasReconciled(operator: OperatorProcess, count: number): Promise<boolean> {
  const reconciles = await operator.samples('controller_runtime_reconcile_total');
  return reconciles.reduce((sum, each) => sum + each, 0) >= count && (await operator.isIdle());
}

/**
 * Throws unless every WebServer is Ready and has both of its children: otherwise an operator that does nothing would
 * look cheap.
 */
async function assertAllThere({ client, count }: Fixture): Promise<void> {
  const { items } = await client.resource(unchecked(WebServer)).list({ namespace });
  const ready = items.filter((item) => findCurrentCondition(item, 'Ready')?.status === 'True').length;
  const [deployments, services] = await Promise.all(
    [Deployment, Service].map(async (kind: Kind) => (await client.resource(kind).list({ namespace })).items.length),
  );
  if ([ready, deployments, services].every((each) => each === count)) return;
  throw new Error(`waiting for all objects: ${JSON.stringify({ ready, deployments, services })} of ${String(count)}`);
}

async function run(count: number): Promise<void> {
  await using controlPlane = await startControlPlane();
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  try {
    await serveOurKinds(client, controlPlane);
    const fixture = { controlPlane, client, count, audit: new OperatorAudit(client, controlPlane.auditLogPath) };
    console.log('running all controllers idle: once to fill the compile cache, then three times to measure…');
    await measureAtRest(controlPlane);
    const rests: AtRest[] = [];
    for (let run = 0; run < 3; run += 1) rests.push(await measureAtRest(controlPlane));
    console.log(`creating ${String(count)} WebServers…`);
    await createWebServers(fixture);
    const first = await measure(fixture);
    await assertAllThere(fixture);
    console.log('restarting the operator…');
    const second = await measure(fixture);
    await assertAllThere(fixture);
    printFootprint({ rests, first, second, caches: await weighCaches(client, cachedBy), count });
    if (second.writes.length > 0) process.exitCode = 1;
  } finally {
    await client.transport.close();
  }
}

const { count } = new Command('npm run footprint --')
  .description(
    'Measures CPU time, calls and memory of the operator, idle and with many WebServers. Takes about seven minutes.',
  )
  .option('--count <n>', 'number of WebServers, at most 2700, because each needs a node port', Number, 1000)
  .addHelpText('after', '\nExit code: 1 if the operator wrote anything after its restart.')
  .parse()
  .opts<{ count: number }>();

await run(count);
