import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { CronJob, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition, awaitCondition } from '../../support/conditions.ts';
import { type InstalledOperator, installOperator } from '../../support/install-operator.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import type { StoredBefore } from '../../support/stored-before.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { bothKinds } from '../echo/both-kinds.ts';
import { buildScheduledEcho, simulatedImage } from '../echo/echos.ts';
import { echosBefore } from '../echo/stored-before.ts';
import { type Printed, createPrintingKubectl, type PrintingKubectl } from '../support/run-kubectl.ts';

const namespace = 'schedules';
const good = ['*/5 * * * *', '@midnight', '@every 90s', '0 0 * * SUN', '0 0 ? * ?', '0 0 1 jan *'];
const bad = ['0 0 * * 7', '0 0 L * *', '0 0 * * 5#3', '0 0 0 * * *', 'TZ=UTC 0 0 * * *', '60 * * * *', 'tomorrow', ' '];
const badZones = ['Nowhere', 'Local', 'CEST+1'];

const wrong: readonly object[] = [
  ...bad.map((schedule) => ({ schedule })),
  ...badZones.map((timeZone) => ({ schedule: '@daily', timeZone })),
];

/** ScheduledEchos that were stored before their CRD had rules. */
export const withoutSpec: readonly StoredBefore[] = bothKinds
  .filter(({ api }) => api === ScheduledEcho)
  .map((kind) => echosBefore(kind));

/** Tests rejections by the webhook of an operator that serves the whole cluster. */
export function testScheduledEcho(own: () => TestCluster): void {
  let kubectl: PrintingKubectl;
  let operator: InstalledOperator;

  const manifest = (name: string, spec: object): Manifest => buildScheduledEcho({ namespace }, name, { ...spec });
  const create = (object: object, ...flags: readonly string[]): Promise<Printed> =>
    kubectl(['create', ...flags, '-f', '-'], object);
  const stored = (name: string): Promise<ScheduledEcho | undefined> =>
    own().client.resource(ScheduledEcho).tryGet({ namespace, name });

  /** Returns what kubectl prints for a CronJob with this timing. */
  async function readCronJobMessage(name: string, timing: object): Promise<string> {
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } };
    const spec = { ...timing, jobTemplate: { spec: { template } } };
    const cronJob = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { namespace, name }, spec };
    return (await create(cronJob, '--dry-run=server')).stderr;
  }

  beforeAll(async () => {
    const { client, cluster } = own();
    kubectl = await createPrintingKubectl(cluster.controlPlane);
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    // No webhook checks these objects yet.
    await applyManifests(client, [
      manifest('older', { schedule: 'never' }),
      manifest('leaving', { schedule: 'never' }),
    ]);
    operator = await installOperator({
      ...{ client, namespace: 'schedules-operator', controllers: ['scheduled-echo'], replicas: 2 },
      settings: { echoImage: simulatedImage },
    });
    await until(
      'the webhook rejects an invalid schedule',
      async () => !(await create(manifest('first', { schedule: 'never' }))).ok,
    );
  });

  afterAll(async () => {
    await operator[Symbol.asyncDispose]();
  });

  it('BUG-EC-7 MC-T7 shows the error in kubectl in the words of Kubernetes, and stores nothing', async () => {
    expect(await create(manifest('sunday', { schedule: '0 0 * * 7' }))).toEqual({
      ok: false,
      stdout: '',
      stderr:
        'The ScheduledEcho "sunday" is invalid: spec.schedule: Invalid value: "0 0 * * 7": end of range (7) above ' +
        'maximum (6): 7',
    });
    expect(await stored('sunday')).toBeUndefined();
  });

  it.each(wrong)('BUG-EC-7 rejects an invalid timing of a CronJob at creation: %j', async (timing) => {
    const { ok, stderr } = await create(manifest('wrong', timing));
    expect(ok).toBe(false);
    const words = await readCronJobMessage('wrong', timing);
    expect(words).toMatch(/^The CronJob "wrong" is invalid: spec\.(schedule|timeZone): Invalid value/);
    expect(stderr).toBe(words.replace('CronJob', 'ScheduledEcho'));
    expect(await stored('wrong')).toBeUndefined();
  });

  describe('of a ScheduledEcho that is stored', () => {
    beforeAll(async () => {
      await applyManifests(own().client, [manifest('kept', { schedule: '@daily' })]);
    });

    it.each(wrong.filter((_, index) => index % 5 === 0))(
      'BUG-EC-7 rejects a change to an invalid timing of a CronJob: %j',
      async (timing) => {
        const patch = JSON.stringify({ spec: timing });
        const { ok, stderr } = await kubectl(['patch', 'sec', 'kept', '-n', namespace, '--type=merge', '-p', patch]);
        expect(ok).toBe(false);
        const words = await readCronJobMessage('kept', timing);
        expect(stderr).toBe(words.replace('CronJob', 'ScheduledEcho'));
        expect((await stored('kept'))?.spec).toMatchObject({ schedule: '@daily' });
      },
    );
  });

  it.each(good)('accepts every timing that Kubernetes accepts: %s', async (schedule) => {
    const name = `good-${String(good.indexOf(schedule))}`;
    expect(await create(manifest(name, { schedule, suspend: true }))).toEqual({
      ok: true,
      stdout: `scheduledecho.mmontes.io/${name} created`,
      stderr: '',
    });
    await until('the CronJob exists', () => own().client.resource(CronJob).tryGet({ namespace, name }));
  });

  it('creates nothing in a dry run, neither the ScheduledEcho nor a CronJob', async () => {
    const { stdout } = await create(manifest('dry', { schedule: '@daily' }), '--dry-run=server');
    expect(stdout).toBe('scheduledecho.mmontes.io/dry created (server dry run)');
    expect(await stored('dry')).toBeUndefined();
    expect(await own().client.resource(CronJob).tryGet({ namespace, name: 'dry' })).toBeUndefined();
    const { client, cluster } = own();
    const audit = new OperatorAudit(client, cluster.controlPlane.auditLogPath);
    const asked = (await audit.events(namespace)).filter(({ objectRef }) => objectRef?.name === 'dry');
    expect(
      asked.map(({ verb, requestURI }) => [verb, new URL(requestURI, 'https://a').searchParams.get('dryRun')]),
    ).toEqual([['patch', 'All']]);
  });

  it('allows changes of status and labels, and the deletion, of one that was stored before', async () => {
    const resource = own().client.resource(ScheduledEcho);
    const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };
    const older = await awaitCondition(resource, { namespace, name: 'older' }, invalid);
    expect(findCurrentCondition(older, 'Ready')?.message).toContain('spec.schedule: Invalid value: "never"');
    expect(await kubectl(['label', 'sec', 'older', '-n', namespace, 'seen=yes'])).toEqual({
      ok: true,
      stdout: 'scheduledecho.mmontes.io/older labeled',
      stderr: '',
    });
    const message = JSON.stringify({ spec: { message: 'Adiós' } });
    expect((await kubectl(['patch', 'sec', 'older', '-n', namespace, '--type=merge', '-p', message])).stderr).toBe('');
    expect((await kubectl(['delete', 'sec', 'leaving', '-n', namespace])).stdout).toContain('deleted');
    expect(await stored('leaving')).toBeUndefined();
  });

  it('allows changes of labels and finalizers, and the deletion, of one without a spec', async () => {
    const inNamespace = (...args: readonly string[]): Promise<Printed> => kubectl(['-n', 'echos-before', ...args]);
    expect((await inNamespace('label', 'sec', 'bare', 'seen=yes')).stderr).toBe('');
    const never = '{"spec":{"message":"Hola","schedule":"never"}}';
    expect((await inNamespace('patch', 'sec', 'bare', '--type=merge', '-p', never)).stderr).toContain(
      'spec.schedule: Invalid value: "never"',
    );
    const released = '{"metadata":{"finalizers":null}}';
    expect((await inNamespace('patch', 'sec', 'bare', '--type=merge', '-p', released)).stderr).toBe('');
    expect((await inNamespace('delete', 'sec', 'bare')).stdout).toContain('deleted');
  });

  it('checks one whose name Kubernetes generates', async () => {
    const { metadata: _metadata, ...rest } = manifest('', { schedule: '@daily' }) as Manifest & { spec: object };
    const generated = { ...rest, metadata: { namespace, generateName: 'many-' } };
    const { ok, stdout } = await create(generated);
    expect({ ok, stdout }).toEqual({
      ok: true,
      stdout: expect.stringMatching(/^scheduledecho\.mmontes\.io\/many-\w{5} created$/) as string,
    });
    const { stderr } = await create({ ...generated, spec: { ...rest.spec, schedule: 'never' } });
    expect(stderr).toMatch(/^The ScheduledEcho "many-\w{5}" is invalid: spec\.schedule: Invalid value: "never": /);
  });

  it('warns about an exceeded quota, because the status will report it, and the quota may change', async () => {
    const quota = {
      ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { namespace, name: 'none' } },
      spec: { hard: { 'count/cronjobs.batch': '0' } },
    };
    await create(quota);
    const result = await until('the quota is in force', async () => {
      const printed = await create(manifest('limited', { schedule: '@daily' }), '--dry-run=server');
      return printed.stderr !== '' && printed;
    });
    expect(result.stdout).toBe('scheduledecho.mmontes.io/limited created (server dry run)');
    expect(result.stderr).toMatch(
      new RegExp(
        '^Warning: the API server would now reject the CronJob: failed to apply CronJob schedules/limited: ' +
          'cronjobs.batch "limited" is forbidden: exceeded quota: none, requested: count/cronjobs.batch=1, ' +
          'used: count/cronjobs.batch=\\d+, limited: count/cronjobs.batch=0$',
      ),
    );
    expect((await create(manifest('limited', { schedule: 'never' }))).ok).toBe(false);
    await kubectl(['delete', 'quota', 'none', '-n', namespace]);
  });
}
