import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, test } from 'vitest';

import type { PartsContext } from '../parts-context.ts';
import type { Pki } from '../pki/pki.ts';
import type { ServerAnswer, ServerClient } from '../server-client.ts';
import { renderAuditPolicy } from '../audit-log.ts';
import { createEtcd } from './etcd.ts';
import { createKubeApiServer } from './kube-apiserver.ts';
import { createKubeControllerManager } from './kube-controller-manager.ts';
import { createKwok, kwokNodeSelector, kwokObjects } from './kwok.ts';
import { renderKwokConfig } from './kwok-stages.ts';

const buildFiles = (name: string) => ({ certificate: `/${name}.crt`, key: `/${name}.key` });
const pki = {
  ca: buildFiles('ca'),
  server: buildFiles('server'),
  etcdCa: buildFiles('etcd-ca'),
  etcd: buildFiles('etcd'),
  etcdClient: buildFiles('etcd-client'),
  kubeletCa: buildFiles('kubelet-ca'),
  kubeletClient: buildFiles('kubelet-client'),
  serviceAccount: { publicKey: '/sa.pub', privateKey: '/sa.key' },
} as Pki;
const createAnsweringClient = (status: number, text = ''): ServerClient => ({
  call: async () => ({ status, text }),
  [Symbol.asyncDispose]: async () => {},
});
const directory = { etcdData: '/data', auditLog: '/audit.log', auditPolicy: '/policy', egressSelector: '/egress' };
const contextOf = (client: ServerClient, featureGates: Record<string, boolean> = {}): PartsContext =>
  ({ binaries: {}, directory, pki, client, etcdClient: client, options: { featureGates } }) as unknown as PartsContext;
const caller = { kubeconfig: '', serverUrl: 'https://server' };
const apiServer = (client: ServerClient, featureGates?: Record<string, boolean>) =>
  createKubeApiServer(contextOf(client, featureGates), 'https://127.0.0.1:1');
const controllerManager = (client: ServerClient) => createKubeControllerManager(contextOf(client), caller);

describe('every part', () => {
  test('listens on 127.0.0.1 only', () => {
    const all = [
      ...createEtcd(contextOf(createAnsweringClient(200))).args([1, 2]),
      ...apiServer(createAnsweringClient(200)).args([3]),
      ...controllerManager(createAnsweringClient(200)).args([4]),
    ];
    const addresses = all.filter((arg) => /listen|advertise|bind|urls|initial-cluster/.test(arg));
    expect(addresses.length).toBeGreaterThan(5);
    expect(addresses.filter((arg) => !arg.includes('127.0.0.1'))).toEqual([]);
  });

  test('is not ready before it answers 200', async () => {
    for (const [status, ready] of [
      [200, true],
      [500, false],
    ] as const) {
      expect(await apiServer(createAnsweringClient(status)).isReady([1])).toBe(ready);
      expect(await createEtcd(contextOf(createAnsweringClient(status))).isReady([1])).toBe(ready);
    }
  });
});

describe('kube-apiserver', () => {
  test('enforces RBAC and the permission to block an owner’s deletion', () => {
    expect(apiServer(createAnsweringClient(200)).args([1])).toEqual(
      expect.arrayContaining([
        '--authorization-mode=RBAC',
        '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
      ]),
    );
  });

  test('gets feature gates only if some are set', () => {
    const gates = (featureGates: Record<string, boolean>) =>
      apiServer(createAnsweringClient(200), featureGates)
        .args([1])
        .filter((arg) => arg.startsWith('--feature-gates'));
    expect(gates({})).toEqual([]);
    expect(gates({ WatchList: false, Other: true })).toEqual(['--feature-gates=WatchList=false,Other=true']);
  });

  test('logs the outcome of every request, without bodies', () => {
    expect(parse(renderAuditPolicy())).toMatchObject({
      omitStages: ['RequestReceived'],
      rules: [{ level: 'Metadata' }],
    });
  });
});

describe('kube-controller-manager', () => {
  const account = 'https://server/api/v1/namespaces/default/serviceaccounts/default';
  const health = 'https://127.0.0.1:7/healthz?verbose';
  const working = { status: 200, text: '[+]leaderElection ok\n[+]serviceaccount-controller ok\nhealthz check passed' };
  const managing = (answers: Record<string, ServerAnswer>) => {
    const client: ServerClient = {
      ...createAnsweringClient(404),
      call: async (url) => answers[url] ?? { status: 404, text: '' },
    };
    return controllerManager(client);
  };

  test('is ready when its controllers have started and Pods can be created in the namespace default', async () => {
    const created = { status: 200, text: '{}' };
    expect(await managing({ [health]: working, [account]: created }).isReady([7])).toBe(true);
    expect(await managing({ [health]: working }).isReady([7])).toBe(false);
  });

  test('ignores readiness from before a restart', async () => {
    const created = { status: 200, text: '{}' };
    const starting = { status: 200, text: '[+]leaderElection ok\nhealthz check passed' };
    const failing = { status: 500, text: `[-]namespace-controller failed\n${working.text}` };
    for (const answer of [{ status: 404, text: '' }, starting, failing]) {
      expect(await managing({ [health]: answer, [account]: created }).isReady([7])).toBe(false);
    }
  });
});

describe('kwok', () => {
  test('manages only the nodes with its annotation', () => {
    const args = createKwok(contextOf(createAnsweringClient(200)), caller).args([]);
    expect(args).toContain('--manage-all-nodes=false');
    expect(args).toContain(`--manage-nodes-with-annotation-selector=${kwokNodeSelector}`);
    const node = kwokObjects(10_250).find(({ path }) => path.endsWith('/nodes/kwok'))?.object;
    expect(node).toMatchObject({ metadata: { annotations: { 'kwok.x-k8s.io/node': 'fake' } } });
    expect(kwokNodeSelector).toBe('kwok.x-k8s.io/node=fake');
  });

  test('takes no Lease, which it may not read: a stage sends the heartbeats', () => {
    const args = createKwok(contextOf(createAnsweringClient(200)), caller).args([]);
    expect(args).toContain('--node-lease-duration-seconds=0');
    expect(JSON.stringify(kwokObjects(10_250))).not.toContain('leases');
    expect(renderKwokConfig()).toContain('lastHeartbeatTime: {{ Now | Quote }}');
  });

  test('is ready when its node is', async () => {
    const ready = async (conditions: object[]): Promise<boolean> => {
      const client = createAnsweringClient(200, JSON.stringify({ status: { conditions } }));
      return createKwok(contextOf(client), caller).isReady([]);
    };
    expect(await ready([{ type: 'Ready', status: 'True' }])).toBe(true);
    expect(
      await ready([
        { type: 'Ready', status: 'Unknown' },
        { type: 'Other', status: 'True' },
      ]),
    ).toBe(false);
    expect(await ready([])).toBe(false);
  });

  test('deletes no Pods and changes no finalizers', () => {
    const stages = parseAllDocuments(renderKwokConfig()).map(
      (document) => document.toJS() as { metadata: { name: string } },
    );
    expect(stages.map(({ metadata }) => metadata.name)).toEqual([
      'node-ready',
      'node-heartbeat',
      'pod-ready',
      'pod-complete',
    ]);
    expect(JSON.stringify(stages)).not.toMatch(/finalizers|"delete"/);
  });
});
