import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { key, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { manager, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { ManagedFieldsEntry } from '../../base/index.ts';
import { Deployment, Service } from '../../kinds/index.ts';
import type { Desired } from '../declare/handle-types.ts';
import { applyChild } from './apply-child.ts';
import { disownRepair, findRepairedPorts } from './repair.ts';

const http = { name: 'http', port: 80, protocol: 'TCP', nodePort: 30_080 };
const metrics = { name: 'metrics', port: 9090, protocol: 'TCP' };

describe('findRepairedPorts', () => {
  it('keeps unedited ports, and ports that others added', () => {
    expect(findRepairedPorts([http], [http])).toBeUndefined();
    expect(findRepairedPorts([http], [http, metrics])).toBeUndefined();
    expect(findRepairedPorts([], [metrics])).toBeUndefined();
  });

  it.each([
    ['number', { port: 81 }],
    ['protocol', { protocol: 'UDP' }],
    ['number and protocol', { port: 81, protocol: 'UDP' }],
  ])('restores an edited %s in place, next to the ports of others', (_, edit) => {
    expect(findRepairedPorts([http], [metrics, { ...http, ...edit }])).toEqual([metrics, http]);
  });

  it('keeps fields that the cluster sets, such as the node port', () => {
    const { nodePort: _nodePort, ...wanted } = http;
    expect(findRepairedPorts([wanted], [{ ...http, port: 81, targetPort: 8080 }])).toEqual([
      { ...http, targetPort: 8080 },
    ]);
  });

  it('matches ports by containerPort, and by TCP without a protocol', () => {
    const wanted = { name: 'http', containerPort: 80 };
    expect(findRepairedPorts([wanted], [{ ...wanted, protocol: 'TCP' }])).toBeUndefined();
    expect(findRepairedPorts([wanted], [{ name: 'http', containerPort: 81, protocol: 'TCP' }])).toEqual([
      { name: 'http', containerPort: 80, protocol: 'TCP' },
    ]);
  });

  it('drops a second entry that conflicts with ours', () => {
    const second = { ...metrics, port: 81, nodePort: http.nodePort };
    expect(findRepairedPorts([http], [http, second])).toEqual([http]);
  });

  it('restores a port by its name, also if other fields were edited', () => {
    const wanted = { ...metrics, targetPort: 9090 };
    const other = { name: 'other', port: 9000, protocol: 'TCP' };
    expect(findRepairedPorts([wanted], [other, { ...wanted, port: 81, targetPort: 81 }])).toEqual([other, wanted]);
  });

  it('does not restore two ports in the place of one', () => {
    expect(findRepairedPorts([http, metrics], [{ ...http, port: 81 }])).toEqual([http]);
  });

  it.each<[string, object]>([
    ['has only a number', { port: 80 }],
    ['is like another only in part', { port: 80, targetPort: 81, appProtocol: 'grpc' }],
  ])('does not guess which of several ports was one that %s', (_, wanted) => {
    const live = [81, 82].map((port) => ({ name: `p${String(port)}`, port, targetPort: port, appProtocol: 'http' }));
    expect(findRepairedPorts([{ ...wanted }], live)).toBeUndefined();
  });

  it('contains each of our ports once, and all ports that do not conflict, for any edited numbers', () => {
    const wanted = ['a', 'b', 'c'].map((name, index) => ({ name, port: index + 1, protocol: 'TCP' }));
    const foreign = ['x', 'y'].map((name, index) => ({ name, port: index + 100, protocol: 'TCP' }));
    const edits = fc.tuple(...wanted.map(() => fc.option(fc.integer({ min: 10, max: 99 }), { nil: undefined })));
    fc.assert(
      fc.property(edits, fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (numbers, order) => {
        const edited = wanted.map((port, index) => ({ ...port, port: numbers[index] ?? port.port }));
        const live = order.map((index) => [...edited, ...foreign][index] ?? http);
        const right = findRepairedPorts(wanted, live) ?? live;
        expect(right.map(({ name }) => name)).toEqual(live.map(({ name }) => name));
        for (const port of [...wanted, ...foreign]) expect(right).toContainEqual(port);
      }),
    );
  });

  describe('of a Service whose port others renamed', () => {
    const ours = { port: 80, protocol: 'TCP', targetPort: 80 };
    const foreign = { name: 'status', port: 8088, protocol: 'TCP', targetPort: 8088, nodePort: 31_000 };
    const named = { name: 'http', port: 80, protocol: 'TCP', targetPort: 80, nodePort: 30_999 };

    it.each([{ port: 81 }, { protocol: 'UDP' }, { port: 82, protocol: 'UDP' }])(
      'finds our port after the edit %o, though others named it and added another port',
      (edit) => {
        expect(findRepairedPorts([ours], [foreign, { ...named, ...edit }])).toEqual([foreign, named]);
      },
    );

    it('treats the only port as ours after any edit', () => {
      expect(findRepairedPorts([ours], [{ ...named, port: 81, targetPort: 81 }])).toEqual([named]);
    });

    it('keeps ports that cannot have been ours', () => {
      expect(findRepairedPorts([ours], [foreign, { ...foreign, name: 'other', port: 9000 }])).toBeUndefined();
      expect(findRepairedPorts([ours], [named, foreign])).toBeUndefined();
    });
  });
});

describe('an apply that is rejected because another client edited a port', () => {
  const path = '/api/v1/namespaces/default/services/home';
  const desired: Desired<Service> = { metadata: { name: 'home' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } };
  const apply = `PATCH ${path}?fieldManager=${manager}&force=true`;
  const patch = `PATCH ${path}?fieldManager=${manager}`;
  let scripted: ScriptedRun;

  const child = { apiVersion: 'v1', kind: 'Service', metadata: { ...key, labels: {}, annotations: {} } };

  const getPorts = (object: unknown) => (object as { spec: { ports: { port: number }[] } }).spec.ports;

  beforeEach(async () => {
    scripted = scriptCafe();
    await applyChild(scripted.run(), Service, desired);
    const live = scripted.server.get(path);
    const update: ManagedFieldsEntry = { manager, operation: 'Update', fieldsV1: {} };
    scripted.server.put(path, {
      ...live,
      spec: { type: 'NodePort', ports: [{ port: 81, protocol: 'TCP', nodePort: 30_080 }] },
      metadata: { ...live?.metadata, managedFields: [update] },
    });
    scripted.watchShows(Service, key);
    scripted.takeRequests();
    scripted.server.intercept = ({ verb }) => {
      const clashes = getPorts(scripted.server.get(path)).some(({ port }) => port === 81);
      return verb === 'apply' && clashes ? buildRejection(422, 'spec.ports[1].name: Required value') : undefined;
    };
  });

  /** Ends the process after the repair, before it removes its entry from `managedFields`. */
  async function resetAtSecondPatch(): Promise<void> {
    const { intercept } = scripted.server;
    let patches = 0;
    scripted.server.intercept = (request, next) => {
      if (request.verb === 'patch' && ++patches === 2) throw new Error('connection reset');
      return intercept?.(request, next);
    };
    await expect(applyChild(scripted.run(), Service, desired)).rejects.toThrow('connection reset');
  }

  it('is repeated after the port is repaired, and the repair’s entry in managedFields is removed', async () => {
    await applyChild(scripted.run(), Service, desired);
    expect(scripted.takeRequests()).toEqual([apply, `GET ${path}`, patch, apply, `GET ${path}`, patch]);
    const live = scripted.server.get(path);
    expect(live?.['spec']).toMatchObject({
      type: 'NodePort',
      ports: [{ port: 80, protocol: 'TCP', nodePort: 30_080 }],
    });
    expect(live?.metadata.managedFields?.map(({ operation }) => operation)).toEqual(['Apply']);
    const { resourceVersion } = scripted.environment.getCache(Service).get(key)?.metadata ?? {};
    expect(resourceVersion).toBe(live?.metadata.resourceVersion);
  });

  it('has that entry removed by the next reconcile if the process ended before', async () => {
    await resetAtSecondPatch();
    expect(scripted.server.get(path)?.metadata.managedFields?.map(({ operation }) => operation)).toContain('Update');
    scripted.watchShows(Service, key);
    scripted.forget();
    scripted.takeRequests();
    await applyChild(scripted.run(), Service, desired);
    expect(scripted.takeRequests()).toEqual([`GET ${path}`, patch]);
    expect(scripted.server.get(path)?.metadata.managedFields?.map(({ operation }) => operation)).toEqual(['Apply']);
    await applyChild(scripted.run(), Service, desired);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('has that entry removed by the next reconcile even if the desired state has changed', async () => {
    await resetAtSecondPatch();
    scripted.watchShows(Service, key);
    scripted.forget();
    scripted.takeRequests();
    const other = { ...desired, spec: { ...desired.spec, selector: { app: 'home' } } };
    await applyChild(scripted.run(), Service, other);
    expect(scripted.takeRequests()).toEqual([apply, `GET ${path}`, patch]);
    expect(scripted.server.get(path)?.metadata.managedFields?.map(({ operation }) => operation)).toEqual(['Apply']);
    await applyChild(scripted.run(), Service, other);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('wakes no further reconcile, though each event arrives before the response', async () => {
    const changes: unknown[] = [];
    const ownListener = (change: unknown): void => void changes.push(change);
    scripted.getCache(Service).onChange(ownListener);
    scripted.listeners.set(Service, ownListener);
    const { intercept } = scripted.server;
    scripted.server.intercept = async (request, next) => {
      const refused = await intercept?.(request, next);
      if (refused !== undefined || request.method !== 'PATCH') return refused;
      const answer = await next();
      scripted.watchShows(Service, key);
      return answer;
    };
    await applyChild(scripted.run(), Service, desired);
    expect(scripted.server.get(path)?.['spec']).toMatchObject({
      type: 'NodePort',
      ports: [{ port: 80, protocol: 'TCP', nodePort: 30_080 }],
    });
    expect(changes).toEqual([]);
  });

  it('shows the repaired child to every controller at once, even if the apply after it fails', async () => {
    const { intercept } = scripted.server;
    scripted.server.intercept = (request, next) => {
      const isPut = getPorts(scripted.server.get(path)).every(({ port }) => port === 80);
      return isPut ? buildRejection(500, 'etcd is away') : intercept?.(request, next);
    };
    await expect(applyChild(scripted.run(), Service, desired)).rejects.toMatchObject({ status: 500 });
    expect(getPorts(scripted.environment.getCache(Service).get(key))).toMatchObject([
      { port: 80, protocol: 'TCP', nodePort: 30_080 },
    ]);
  });

  it('keeps fields that others set in between, and the next reconcile removes the entry', async () => {
    const { intercept } = scripted.server;
    const fieldsV1 = { 'f:spec': { 'f:sessionAffinity': {} } };
    const other: ManagedFieldsEntry = { manager: 'kubectl-edit', operation: 'Update', fieldsV1 };
    const managers = () => scripted.server.get(path)?.metadata.managedFields?.map((entry) => entry.manager);
    let looks = 0;
    scripted.server.intercept = (request, next) => {
      if (request.method !== 'GET' || ++looks !== 2) return intercept?.(request, next);
      const live = scripted.server.get(path);
      const managedFields = [other, ...(live?.metadata.managedFields ?? [])];
      scripted.server.put(path, { ...live, metadata: { ...live?.metadata, managedFields } });
      return { status: 200, body: live };
    };
    await expect(applyChild(scripted.run(), Service, desired)).rejects.toMatchObject({ code: 'API_CONFLICT' });
    expect(managers()).toEqual(['kubectl-edit', manager, manager]);

    scripted.watchShows(Service, key);
    await applyChild(scripted.run(), Service, desired);

    expect(managers()).toEqual([manager, 'kubectl-edit']);
  });

  it('is only logged in a dry run, where the API server would reject the next apply again', async () => {
    const environment = { ...scripted.environment, dryRun: true };
    const right = await applyChild(scripted.run({ environment }), Service, desired);
    const dry = '&dryRun=All';
    expect(scripted.takeRequests()).toEqual([apply + dry, `GET ${path}`, patch + dry]);
    expect(getPorts(right)).toMatchObject([{ port: 80, protocol: 'TCP', nodePort: 30_080 }]);
    const said = scripted.logger.lines.map(({ message }) => message);
    expect(said.slice(-2)).toEqual(['would repair edited ports', 'would update a child']);
  });

  it('repairs the port with the resource version it has read as a precondition', async () => {
    const before = scripted.server.get(path)?.metadata.resourceVersion;
    await applyChild(scripted.run(), Service, desired);
    const [, , right] = scripted.server.transport.requests.slice(-6);
    expect(right?.body).toEqual([
      { op: 'test', path: '/metadata/resourceVersion', value: before },
      { op: 'replace', path: '/spec/ports', value: [{ port: 80, protocol: 'TCP', nodePort: 30_080 }] },
    ]);
  });

  it('keeps a child that has another controller by now', async () => {
    const live = scripted.server.get(path);
    scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ownerReferences: [] } });
    await expect(applyChild(scripted.run(), Service, desired)).rejects.toMatchObject({ status: 422 });
    expect(scripted.takeRequests()).toEqual([apply, `GET ${path}`]);
  });

  it('is the rejection if the child is deleted meanwhile', async () => {
    scripted.server.intercept = ({ verb }) => {
      if (verb !== 'apply') return undefined;
      scripted.server.delete(path);
      return buildRejection(422, 'spec.ports[1].name: Required value');
    };
    await expect(applyChild(scripted.run(), Service, desired)).rejects.toMatchObject({ status: 422 });
  });

  it('is repeated although other lists and objects are missing in the child', async () => {
    const spec = {
      ...desired.spec,
      externalIPs: ['192.0.2.1'],
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
    };
    await applyChild(scripted.run(), Service, { ...desired, spec });
    expect(scripted.server.get(path)?.['spec']).toMatchObject(spec);
  });

  it('leaves the entry of our status updates in managedFields', async () => {
    const live = scripted.server.get(path);
    const update: ManagedFieldsEntry = { manager, operation: 'Update', fieldsV1: {} };
    const managedFields = [{ ...update, subresource: 'status' }, update];
    scripted.server.put(path, { ...live, metadata: { ...live?.metadata, managedFields } });
    await disownRepair(scripted.run(), Service, child);
    expect(scripted.server.transport.requests.at(-1)?.body).toEqual([
      expect.objectContaining({ op: 'test' }),
      { op: 'remove', path: '/metadata/managedFields/1' },
    ]);
  });

  it('has its entry removed if it is the first one, and nothing if another client has removed it', async () => {
    await disownRepair(scripted.run(), Service, child);
    expect(scripted.server.get(path)?.metadata.managedFields ?? []).toEqual([]);
    scripted.takeRequests();
    const { metadata } = await disownRepair(scripted.run(), Service, child);
    expect(metadata.resourceVersion).toBe(scripted.server.get(path)?.metadata.resourceVersion);
    expect(scripted.takeRequests()).toEqual([`GET ${path}`]);
  });

  it('is a conflict if another client edits the port again meanwhile', async () => {
    const { intercept } = scripted.server;
    scripted.server.intercept = (request, next) => {
      if (request.method === 'GET') {
        const body = structuredClone(scripted.server.get(path));
        scripted.server.put(path, body ?? {});
        return { status: 200, body };
      }
      return intercept?.(request, next);
    };
    await expect(applyChild(scripted.run(), Service, desired)).rejects.toMatchObject({ code: 'API_CONFLICT' });
  });

  it('writes nothing if the process no longer leads', async () => {
    const { intercept } = scripted.server;
    scripted.server.intercept = (request, next) => {
      if (request.method === 'GET') scripted.leading = false;
      return intercept?.(request, next);
    };
    await expect(applyChild(scripted.run(), Service, desired)).rejects.toMatchObject({ code: 'NOT_LEADER' });
    expect(scripted.takeRequests()).toEqual([apply, `GET ${path}`]);
  });

  it('finds the edited ports of containers', async () => {
    const pods = '/apis/apps/v1/namespaces/default/deployments/home';
    const ports = [{ name: 'http', containerPort: 80 }];
    const containers = ['web', 'proxy', 'logs', 'gone'].map((name) => ({ name, image: 'i', ports }));
    const [web, proxy, logs] = containers;
    const deployment: Desired<Deployment> = {
      metadata: { name: 'home' },
      spec: { template: { spec: { containers } } },
    };
    scripted.server.intercept = undefined;
    await applyChild(scripted.run(), Deployment, deployment);
    const live = scripted.server.get(pods);
    const sidecar = { name: 'sidecar', ports: [{ name: 'http', containerPort: 9000 }] };
    const edited = [{ name: 'http', containerPort: 81 }];
    scripted.server.put(pods, {
      ...live,
      spec: {
        template: { spec: { containers: [{ ...web, ports: edited }, sidecar, { ...proxy, ports: edited }, logs] } },
      },
      metadata: { ...live?.metadata, managedFields: [] },
    });
    scripted.watchShows(Deployment, key);
    let refused = false;
    scripted.server.intercept = ({ verb }) => {
      if (refused || verb !== 'apply') return undefined;
      refused = true;
      return buildRejection(422, 'Duplicate value: "http"');
    };
    await applyChild(scripted.run(), Deployment, deployment);
    const patch = scripted.server.requests.find(({ verb }) => verb === 'patch');
    expect(patch?.body).toEqual([
      expect.objectContaining({ op: 'test' }),
      { op: 'replace', path: '/spec/template/spec/containers/0/ports', value: ports },
      { op: 'replace', path: '/spec/template/spec/containers/2/ports', value: ports },
    ]);
  });
});
