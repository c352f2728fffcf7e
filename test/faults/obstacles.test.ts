import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho, WebServer } from '../../operator/src/apis/index.ts';
import { apiVersionOf } from '../../operator/runtime/src/base/index.ts';
import { CronJob, Deployment } from '../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../support/conditions.ts';
import { type OperatorProcess, startOperator } from '../support/start-operator.ts';
import { until } from '../support/until.ts';
import { applyReady, webServer } from '../support/web-server.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { mirror, mirrorImages } from './support/image-policy.ts';
import { Load, loadSettings, schedules, servers } from './support/load.ts';
import { progress, seconds } from './support/progress.ts';
import { isSilent, requestsOf } from './support/recovers.ts';
import { recordRecovery } from './support/recoveries.ts';
import { startSilentWebhook } from './support/silent-webhook.ts';

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

function operate({ namespace, sort }: Load): Promise<OperatorProcess> {
  const { controlPlane } = cluster;
  const { kubeconfigPath } = controlPlane;
  const { controllers } = sort;
  return startOperator({ controlPlane, kubeconfigPath, controllers, namespaces: [namespace], settings: loadSettings });
}

async function newLoad(...[sort, size]: readonly [Load['sort'], number]): Promise<Load> {
  return new Load({ ...cluster, namespace: await cluster.newNamespace('obstacles') }, sort, size);
}

describe('a policy of the cluster that rewrites a field of ours', () => {
  let load: Load;
  let operator: OperatorProcess;

  beforeAll(async () => {
    load = await newLoad({ ...servers, kinds: [servers.kinds[0]] }, 0);
    await mirrorImages(cluster.client, load.namespace);
    operator = await operate(load);
    await operator.ready();
    await write('example.com/web:1');
  });

  afterAll(() => operator.stop());

  const key = (): { namespace: string; name: string } => ({ namespace: load.namespace, name: 'blue' });

  async function write(image: string): Promise<void> {
    await applyReady(cluster.client, webServer(load.namespace, 'blue', { image, replicas: 1 }));
  }

  async function imageIs(image: string): Promise<void> {
    const isSo = async (): Promise<boolean> => {
      const { spec } = await cluster.client.resource(Deployment).get(key());
      return spec.template.spec?.containers[0]?.image === image;
    };
    await until(`the image is ${image}`, isSo);
  }

  const silent = (): Promise<void> => isSilent({ operator, load, audit: cluster.audit });

  it('has its way, and nothing is written as long as neither side changes', async () => {
    await imageIs(`${mirror}web:1`);
    await silent();
    for (const note of ['a', 'b', 'c']) {
      await cluster.client.resource(Deployment).mergePatch(key(), { metadata: { annotations: { note } } });
      await silent();
    }
  });

  it('has its way with what is asked for next, and with what is put back', async () => {
    await write('example.com/web:2');
    await imageIs(`${mirror}web:2`);
    await silent();
    const containers = [{ name: 'webserver', image: 'elsewhere.example.org/web:3' }];
    const edit = { spec: { template: { spec: { containers } } } };
    const before = await requestsOf(operator);
    await cluster.client.resource(Deployment).mergePatch(key(), edit, { fieldManager: 'someone' });
    const editedAt = performance.now();
    await imageIs(`${mirror}web:2`);
    recordRecovery({
      fault: 'a policy rewrites an image, which somebody else has edited',
      recoveredMs: performance.now() - editedAt,
      requests: (await requestsOf(operator)) - before,
    });
    await silent();
  });

  it('costs a new process one write at most, and then nothing', async () => {
    const before = (await cluster.audit.writes(load.namespace)).length;
    await operator.stop();
    operator = await operate(load);
    await operator.ready();
    await until('it has looked', () => operator.isIdle());
    const written = (await cluster.audit.writes(load.namespace)).slice(before);
    expect(written.filter((each) => each.includes('/blue')).length).toBeLessThanOrEqual(1);
    await silent();
  });

  it('leaves its resource Ready', async () => {
    expect(conditionOf(await cluster.client.resource(WebServer).get(key()), 'Ready')?.status).toBe('True');
  });
});

describe('two resources among 1,000 that never succeed', () => {
  const others = 998;
  const [hanging, taken] = [`scheduledechos-${String(others)}`, `scheduledechos-${String(others + 1)}`];
  let tookWithoutMs = 0;

  /** How long an operator takes from its start until all but the two are as they have to be. */
  async function timed(load: Load, operator: OperatorProcess): Promise<number> {
    const startedAt = performance.now();
    const isWell = async (): Promise<boolean> =>
      (await load.faults()).every((fault) => fault.includes(hanging) || fault.includes(taken));
    await operator.ready();
    await until('all others are well', isWell, { timeoutMs: 240_000, everyMs: 250 });
    return performance.now() - startedAt;
  }

  it('are not there to begin with', async () => {
    const load = await newLoad(schedules, others);
    await load.write();
    const operator = await operate(load);
    tookWithoutMs = await timed(load, operator);
    progress(`${String(others)} resources took ${seconds(tookWithoutMs)}`);
    await operator.stop();
  });

  it('do not hold up the others, and are tried less and less often', async () => {
    const load = await newLoad(schedules, others + 2);
    const { namespace } = load;
    await using webhook = await startSilentWebhook(cluster.client, { namespace, name: hanging });
    await makeStranger({ namespace, name: taken });
    await load.write();
    const operator = await operate(load);
    const startedAt = performance.now();
    const tookMs = await timed(load, operator);
    recordRecovery({
      fault: `2 of 1,000 resources never succeed (without them: ${seconds(tookWithoutMs)})`,
      recoveredMs: tookMs,
      requests: await requestsOf(operator),
    });
    // The table has the figures; on a busy machine the same work may take several times as long.
    expect(tookMs).toBeLessThan(tookWithoutMs * 3 + 30_000);
    await until('each was tried again', async () => webhook.asked > 1 && (await triesOf(load, taken)) > 1, {
      timeoutMs: 60_000,
    });
    const lastedSeconds = (performance.now() - startedAt) / 1000;
    // Not before a second has passed.
    expect(await triesOf(load, taken)).toBeLessThanOrEqual(1 + Math.ceil(lastedSeconds));
    expect(webhook.asked).toBeLessThanOrEqual(1 + Math.ceil(lastedSeconds));
    await saysWhy(namespace);
    await operator.stop();
  });

  /** A CronJob that nobody controls. */
  async function makeStranger(metadata: { namespace: string; name: string }): Promise<void> {
    const containers = [{ name: 'a', image: 'example.com/a:1' }];
    const template = { spec: { restartPolicy: 'Never' as const, containers } };
    await cluster.client.resource(CronJob).create({
      ...{ apiVersion: apiVersionOf(CronJob), kind: CronJob.kind, metadata },
      ...{ spec: { schedule: '0 0 29 2 *', jobTemplate: { spec: { template } } } },
    });
  }

  /** How often the operator asked whether the CronJob of the name is there, which begins each attempt. */
  async function triesOf({ namespace }: Load, name: string): Promise<number> {
    const gets = (await cluster.audit.events(namespace)).filter(
      ({ verb, objectRef }) => verb === 'get' && objectRef?.resource === 'cronjobs' && objectRef.name === name,
    );
    return gets.length;
  }

  async function saysWhy(namespace: string): Promise<void> {
    const echos = cluster.client.resource(ScheduledEcho);
    const reasonOf = async (name: string): Promise<string | undefined> =>
      conditionOf(await echos.get({ namespace, name }), 'Ready')?.reason;
    expect([await reasonOf(hanging), await reasonOf(taken)]).toEqual(['Unavailable', 'NameConflict']);
  }
});
