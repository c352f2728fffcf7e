import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { testContract, testReadsWithoutWatchList } from './api-server/contract.suite.ts';
import { readAuditLog, type AuditEvent } from '../../operator/control-plane/src/control-plane/audit-log.ts';
import { getWantedVersion } from '../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { moduleDirectory, readPins } from '../../operator/control-plane/src/control-plane/binaries/pins.ts';
import type { ControlPlane } from '../../operator/control-plane/src/control-plane/control-plane.ts';
import { startControlPlane } from '../../operator/control-plane/src/control-plane/start-control-plane.ts';

const timeout = 180_000; // Long, because the machine may be busy; each start usually takes a few seconds.
const configMap = (name: string, value: string): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } });

async function listEvents(controlPlane: ControlPlane, name: string): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for await (const event of readAuditLog(controlPlane.auditLogPath)) {
    if (event.objectRef?.name === name && event.stage === 'ResponseComplete') events.push(event);
  }
  return events;
}

describe('a control plane', { timeout }, () => {
  let controlPlane: ControlPlane;
  let other: ControlPlane;
  beforeAll(async () => {
    const components = { controllerManager: false };
    [controlPlane, other] = await Promise.all([
      startControlPlane(),
      startControlPlane({ components, featureGates: { WatchList: false } }),
    ]);
  }, timeout);
  afterAll(() => Promise.all([controlPlane[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]));

  test('has the pinned version, and its keys and log belong to its owner alone', async () => {
    const { kubernetes, etcd } = await readPins(moduleDirectory, getWantedVersion());
    expect(controlPlane.versions).toMatchObject({ kubernetes: `v${kubernetes}`, etcd: `v${etcd}` });
    for (const path of [controlPlane.kubeconfigPath, controlPlane.auditLogPath, ...Object.values(controlPlane.logs)]) {
      expect((await stat(path)).mode & 0o077).toBe(0);
    }
    expect((await stat(controlPlane.directory)).mode & 0o077).toBe(0);
  });

  test('makes a Deployment of 3 Available on its simulated node, and collects its dependents', async () => {
    await controlPlane.kubectl(['create', 'deployment', 'web', '--image=nginx', '--replicas=3']);
    await controlPlane.kubectl(['wait', 'deployment/web', '--for=condition=Available', '--timeout=45s']);
    const pods = await controlPlane.kubectl([
      'get',
      'pods',
      '-l',
      'app=web',
      '-o',
      'jsonpath={.items[*].spec.nodeName}',
    ]);
    expect(pods).toBe('kwok kwok kwok');
    await controlPlane.kubectl(['delete', 'deployment/web', '--wait=false']);
    await controlPlane.kubectl(['wait', 'pods', '-l', 'app=web', '--for=delete', '--timeout=45s']);
  });

  test('completes the Pods of Jobs and CronJobs on its simulated node; all others continue to run', async () => {
    const containers = [{ name: 'main', image: 'worker:1' }];
    const sidecars = [
      { name: 'first', image: 'init:1' },
      { name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' },
    ];
    const job = (name: string, spec: object, pod: object = {}): object => {
      const template = { spec: { restartPolicy: 'Never', containers, ...pod } };
      return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec: { ...spec, template } };
    };
    const lone = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'alone' }, spec: { containers } };
    const items = [
      job('once', {}),
      job('many', { completions: 3, parallelism: 2, completionMode: 'Indexed' }, { restartPolicy: 'OnFailure' }),
      job('with-sidecar', {}, { initContainers: sidecars }),
      { ...lone, spec: { ...lone.spec, restartPolicy: 'Never' } },
      job('endless', {}, { containers: [{ name: 'main', image: 'simulated.kubewright.dev/running:1' }] }),
    ];
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await controlPlane.kubectl(['apply', '--server-side', '-f', '-'], { input });
    const complete = ['--for=condition=complete', '--timeout=45s'];
    await controlPlane.kubectl(['wait', 'job/once', 'job/many', 'job/with-sidecar', ...complete]);
    const status = async (kind: string, path: string): Promise<string> =>
      controlPlane.kubectl(['get', kind, '-o', `jsonpath={${path}}`]);
    expect(await status('job/many', '.status.succeeded')).toBe('3');
    const pod = (await controlPlane.kubectl(['get', 'pods', '-l', 'job-name=with-sidecar', '-o', 'name'])).trim();
    const ends = '.status.initContainerStatuses[*].state.terminated.reason';
    expect(await status(pod, ends)).toBe('Completed Completed');
    expect(await status(pod, '.status.conditions[?(@.type=="Ready")].reason')).toBe('PodCompleted');
    await controlPlane.kubectl(['create', 'cronjob', 'nightly', '--image=worker:1', '--schedule=0 0 1 1 *']);
    await controlPlane.kubectl(['create', 'job', 'now', '--from=cronjob/nightly']);
    await controlPlane.kubectl(['wait', 'job/now', ...complete]);
    await controlPlane.kubectl(['wait', 'pod/alone', '--for=condition=Ready', '--timeout=45s']);
    expect(await status('pod/alone', '.status.phase')).toBe('Running');
    expect(await status('job/endless', '.status.ready')).toBe('1');
  });

  test('logs the user and the action of each request, and whether a patch created its object', async () => {
    for (const value of ['1', '2']) {
      const args = ['apply', '--server-side', '-f', '-'];
      await controlPlane.kubectl(args, { input: configMap('audited', value) });
    }
    await vi.waitFor(async () => {
      const events = await listEvents(controlPlane, 'audited');
      const patches = events.filter(({ verb }) => verb === 'patch');
      expect(patches.map(({ responseStatus }) => responseStatus?.code)).toEqual([201, 200]);
      expect(patches[0]).toMatchObject({
        user: { username: 'kubewright-admin' },
        objectRef: { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
        requestURI: expect.stringContaining('/api/v1/namespaces/default/configmaps/audited?') as string,
      });
    }, 10_000);
  });

  test('shows the warnings of kubectl', async () => {
    await expect(controlPlane.kubectl(['get', 'nonsense'])).rejects.toThrow(
      /kubectl get nonsense .*resource type "nonsense"/,
    );
  });

  test('retains its address and its data through an outage', async () => {
    await controlPlane.kubectl(['create', 'configmap', 'kept']);
    await controlPlane.stop('kube-apiserver');
    await expect(controlPlane.kubectl(['get', 'configmap', 'kept'])).rejects.toThrow('refused');
    await controlPlane.restart('etcd');
    await controlPlane.restart('kube-apiserver');
    expect(await controlPlane.kubectl(['get', 'configmap', 'kept', '-o', 'name'])).toBe('configmap/kept\n');
  });

  test('waits until its restarted controllers have started, though their earlier objects still exist', async () => {
    const log = controlPlane.logs['kube-controller-manager'] ?? '';
    const launches = async (): Promise<number> =>
      (await readFile(log, 'utf8')).split('Serving securely on ').length - 1;
    const before = await launches();
    await controlPlane.restart('kube-controller-manager');
    expect(await launches()).toBe(before + 1);
  });

  test('completes deletions of simulated Pods while kwok is stopped, and sends heartbeats after its restart', async () => {
    const heartbeat = async (): Promise<string> => {
      const path = '{.status.conditions[?(@.type=="Ready")].lastHeartbeatTime}';
      return controlPlane.kubectl(['get', 'node/kwok', '-o', `jsonpath=${path}`]);
    };
    const names = Array.from({ length: 5 }, (_, index) => `pod/late-${String(index)}`);
    for (const name of names) await controlPlane.kubectl(['run', name.slice('pod/'.length), '--image=nginx']);
    await controlPlane.kubectl(['wait', ...names, '--for=condition=Ready', '--timeout=45s']);
    await controlPlane.stop('kwok');
    await controlPlane.kubectl(['delete', ...names, '--wait=false']);
    await controlPlane.kubectl(['wait', ...names, '--for=delete', '--timeout=45s']);
    const before = await heartbeat();
    await controlPlane.restart('kwok');
    await vi.waitFor(async () => {
      expect(await heartbeat()).not.toBe(before);
    }, 45_000);
  });

  test('compacts its history when asked to, so that an old resourceVersion is answered with 410', async () => {
    const watch = '/api/v1/configmaps?watch=1&timeoutSeconds=1&resourceVersion=';
    const path = ['create', 'configmap', 'old', '-o', 'jsonpath={.metadata.resourceVersion}'];
    const resourceVersion = await controlPlane.kubectl(path);
    await controlPlane.kubectl(['create', 'configmap', 'newer']);
    // Retries, because on a busy machine a watch may end before it has sent anything.
    const sends = (what: string): Promise<void> =>
      vi.waitFor(async () => {
        expect(await controlPlane.kubectl(['get', '--raw', watch + resourceVersion])).toContain(what);
      }, 10_000);
    await sends('"newer"');
    await controlPlane.forgetHistory();
    await sends('"code":410');
  });

  test('without a node reports that no Pod answers for the Service of a webhook, also after a restart', async () => {
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }];
    const one = {
      ...{ name: 'hook.example.com', rules, sideEffects: 'None', admissionReviewVersions: ['v1'] },
      objectSelector: { matchLabels: { hooked: 'true' } },
      clientConfig: { service: { namespace: 'default', name: 'hook' } },
    };
    const metadata = { name: 'hook' };
    const type = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' };
    const items = [
      { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 443 }] } },
      { ...type, metadata, webhooks: [one] },
    ];
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await controlPlane.kubectl(['apply', '-f', '-'], { input });
    const hooked = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'x-', labels: { hooked: 'true' } },
    };
    const creating = (): Promise<string> =>
      controlPlane.kubectl(['create', '-f', '-'], { input: JSON.stringify(hooked) }).catch(String);
    const why = 'code 503: 503 Services need a node that runs Pods as processes';
    await vi.waitFor(async () => expect(await creating()).toContain(why), 10_000);
    await controlPlane.restart('kube-apiserver');
    await vi.waitFor(async () => expect(await creating()).toContain(why), 10_000);
  });

  test('shares nothing with another; a disabled component does nothing, a disabled feature is rejected', async () => {
    expect(controlPlane.serverUrl).not.toBe(other.serverUrl);
    expect(controlPlane.subnet).not.toBe(other.subnet);
    expect(Object.keys(other.logs)).toEqual(['etcd', 'kube-apiserver', 'kube-scheduler', 'kwok']);

    // The controller that usually creates this ServiceAccount is disabled.
    await other.kubectl(['create', 'serviceaccount', 'default']);
    await other.kubectl(['run', 'lone', '--image=nginx']);
    await other.kubectl(['wait', 'pod/lone', '--for=condition=Ready', '--timeout=45s']);
    await expect(controlPlane.kubectl(['get', 'pod', 'lone'])).rejects.toThrow('NotFound');
    await expect(other.restart('kube-controller-manager')).rejects.toThrow(
      'this control plane was started without this component',
    );

    const list = '/api/v1/namespaces?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1';
    await vi.waitFor(async () => {
      expect(await controlPlane.kubectl(['get', '--raw', list])).toContain('"ADDED"');
    }, 10_000);
    await expect(other.kubectl(['get', '--raw', list])).rejects.toThrow('sendInitialEvents is forbidden');
  });

  // Not on the shared cluster, because a compacted history requires a restart of the API server.
  describe('with WatchList', () => testContract(() => controlPlane));
  describe('without WatchList', () => testReadsWithoutWatchList(() => other));
});

test('a stop removes the socket through which the API server reaches the cluster', { timeout }, async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'control-plane-'));
  const components = { controllerManager: false, scheduler: false, kwok: false };
  const controlPlane = await startControlPlane({ stateDirectory, components });
  const socket = join(stateDirectory, 'egress.sock');
  expect(existsSync(socket)).toBe(true);
  await controlPlane[Symbol.asyncDispose]();
  expect(existsSync(socket)).toBe(false);
  await rm(stateDirectory, { recursive: true });
});

describe('a start', { timeout }, () => {
  test('that fails shows the end of the log and leaves no processes and files', async () => {
    const failing = startControlPlane({ featureGates: { Nonsense: true } });
    const error = await failing.then(
      () => undefined,
      (error: unknown) => error as Error & { logFile: string },
    );
    expect(error?.message).toMatch(
      /failed to start kube-apiserver: the process ended with .*unrecognized feature gate: Nonsense/s,
    );
    await expect(stat(error?.logFile ?? '')).rejects.toThrow('ENOENT');
  });

  test('that is aborted leaves no processes and files', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const onProgress = ({ step }: { step: string }): void => {
      if (step === 'starting kube-apiserver') stop.abort(reason);
    };
    await expect(startControlPlane({ onProgress, signal: stop.signal })).rejects.toBe(reason);
  });
});
