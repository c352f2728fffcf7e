import { beforeAll, describe, expect, it } from 'vitest';

import { Echo, Memcached, WebServer } from '../../../operator/src/kubewright.ts';
import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Event, Job, Lease, Namespace, Service } from '../../../operator/runtime/src/kinds/index.ts';
import type { AuditEvent } from '../../../operator/testing/src/index.ts';
import { applyReady, awaitReady } from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { type OperatorProcess, startOperator } from '../../support/start-operator.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { isWrite } from '../../support/used-permissions.ts';
import { buildWebServer } from '../../support/web-server.ts';
import { awaitRest, listVersions } from '../support/at-rest.ts';
import { type LoggedWrites, readLoggedWrites } from './logged-writes.ts';

const namespace = 'tried';
const kinds: readonly Kind[] = [WebServer, Memcached, Echo, Deployment, Service, Job, Lease, Event];
const finalizer = 'cache.example.com/finalizer';

const server = (name: string): Manifest => buildWebServer(namespace, name, { image: 'example.com/web:1', replicas: 0 });
const memcached = (name: string): Manifest =>
  ({
    apiVersion: 'cache.example.com/v1alpha1',
    kind: 'Memcached',
    metadata: { namespace, name },
    spec: { size: 1 },
  }) as Manifest;
const echo = (message: string): Manifest =>
  ({
    apiVersion: 'mmontes.io/v1alpha1',
    kind: 'Echo',
    metadata: { namespace, name: 'echo' },
    spec: { message },
  }) as Manifest;

/** Tests an operator in dry-run mode, as a process outside of the cluster. */
export function testDryRun(own: () => TestCluster): void {
  let audit: OperatorAudit;
  /** What the dry run did: its log, its requests, and the objects before and after it. */
  let tried: { logged: LoggedWrites; writes: readonly AuditEvent[]; before: unknown; after: unknown };
  let done: LoggedWrites;

  async function operate(settings: Readonly<Record<string, string>>): Promise<OperatorProcess> {
    const { controlPlane } = own().cluster;
    const operator = await startOperator({
      controlPlane,
      kubeconfigPath: controlPlane.kubeconfigPath,
      controllers: ['web-server', 'memcached', 'echo'],
      namespaces: [namespace],
      settings: { LOG_FORMAT: 'json', LOG_LEVEL: 'debug', ...settings },
    });
    await operator.ready();
    return operator;
  }

  /** Stops the operator when it is idle. Throws unless its exit code is 0. */
  async function stopAtRest(operator: OperatorProcess): Promise<void> {
    await until('the operator is idle', () => operator.isIdle());
    await operator.stop();
  }

  /**
   * Prepares one custom resource for each case: new, spec changed, child edited by another client, child to replace,
   * obsolete finalizer, up to date.
   */
  async function changeThings(): Promise<void> {
    const { client } = own();
    const edit = { fieldManager: 'somebody' };
    await applyManifests(client, [server('new'), memcached('new-cache'), echo('again')]);
    await client
      .resource(WebServer)
      .mergePatch({ namespace, name: 'changed' }, { spec: { image: 'example.com/web:2' } });
    const { spec } = await client.resource(Deployment).get({ namespace, name: 'drifted' });
    const containers = spec.template.spec!.containers.map((each) => ({ ...each, image: 'example.com/web:0' }));
    const drift = { spec: { template: { spec: { containers } } } };
    await client.resource(Deployment).mergePatch({ namespace, name: 'drifted' }, drift, edit);
    const labels = { 'app.kubernetes.io/name': 'something-else' };
    await client.resource(Service).mergePatch({ namespace, name: 'drifted-service' }, { metadata: { labels } }, edit);
    await client
      .resource(Memcached)
      .mergePatch({ namespace, name: 'cache' }, { metadata: { finalizers: [finalizer] } });
  }

  beforeAll(async () => {
    const { client, cluster } = own();
    await serveOurKinds(client, cluster.controlPlane);
    audit = new OperatorAudit(client, cluster.controlPlane.auditLogPath);
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });

    const first = await operate({});
    await Promise.all([
      ...['kept', 'changed', 'drifted'].map((name) => applyReady(client, server(name))),
      applyReady(client, memcached('cache')),
      applyReady(client, echo('once')),
    ]);
    await stopAtRest(first);
    await changeThings();

    const before = await awaitRest({ client, namespace }, kinds);
    const earlier = (await audit.events(namespace)).length;
    const dry = await operate({ DRY_RUN: 'true' });
    await stopAtRest(dry);
    const after = await listVersions({ client, namespace }, kinds);
    const asked = (await audit.events(namespace)).slice(earlier);
    const logged = await readLoggedWrites(dry.logFile, 'dry run');
    tried = { logged, writes: asked.filter((event) => isWrite(event)), before, after };

    const real = await operate({});
    // Waits, because the next Job is created one second after the deletion of the previous one.
    await awaitReady(client.resource(Echo), { namespace, name: 'echo' });
    await stopAtRest(real);
    done = await readLoggedWrites(real.logFile, 'real');
  });

  describe('an operator in dry run', () => {
    it('changes nothing: objects keep their resource versions, and the operator creates no Lease and no event', () => {
      expect(tried.after).toEqual(tried.before);
    });

    it('sends each write as a dry run', () => {
      const stored = tried.writes.filter(({ requestURI }) => !requestURI.includes('dryRun=All'));
      expect(stored.map(({ verb, requestURI }) => `${verb} ${requestURI}`)).toEqual([]);
      expect(tried.writes.length).toBeGreaterThan(5);
    });

    it('logs which children it would create, update and delete: the same as a real run', () => {
      expect([...tried.logged.created].sort()).toEqual([
        'Deployment tried/new',
        'Deployment tried/new-cache',
        'Service tried/new-cache',
        'Service tried/new-service',
      ]);
      expect([...tried.logged.updated].sort()).toEqual([
        'Deployment tried/changed',
        'Deployment tried/drifted',
        'Service tried/drifted-service',
      ]);
      expect([...tried.logged.deleted]).toEqual(['Job tried/echo']);
      expect(done.updated).toEqual(tried.logged.updated);
      expect(done.deleted).toEqual(tried.logged.deleted);
      // In a dry run nothing is deleted, so a replacement is not created either.
      expect(done.created).toEqual(new Set([...tried.logged.created, ...tried.logged.deleted]));
    });

    it('logs the resources whose status or finalizers it would change', () => {
      expect([...tried.logged.finalizers]).toEqual(['tried/cache']);
      expect(done.finalizers).toEqual(tried.logged.finalizers);
      expect([...tried.logged.statuses]).toEqual(expect.arrayContaining(['tried/new', 'tried/changed', 'tried/echo']));
      expect([...tried.logged.statuses].filter((each) => !done.statuses.has(each))).toEqual([]);
      expect(tried.logged.statuses).not.toContain('tried/kept');
    });

    it('logs each of them once', () => {
      const { created, updated, deleted, statuses, finalizers, lines } = tried.logged;
      const distinct = [created, updated, deleted, statuses, finalizers].reduce((sum, { size }) => sum + size, 0);
      expect(lines).toBe(distinct);
    });
  });
}
