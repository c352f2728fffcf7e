import { beforeAll, describe, expect, it } from 'vitest';
import { type PatchOperation, valueAt } from '@kubewright/declaration';

import { deploymentFor, serviceFor } from '../../../operator/src/controllers/memcached/desired.ts';
import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { isApiError } from '../../../operator/runtime/src/client/index.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { withoutNulls } from '../../../operator/testing/src/in-memory-api-server/json.ts';
import { edited, fieldsOf, immutable, ownedOf, expectEditUndone, unsetAgain, unsetIn } from '../support/drift.ts';
import { added, type Leaf, replaced } from '../support/json-pointer.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { whileNoneRuns } from '../support/restart.ts';
import { besidesWitnesses, settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import {
  childrenOf,
  deploymentOf,
  fieldManager,
  createReady,
  memcached,
  onlyMemcached,
  ready,
  serviceOf,
  type StoredMemcached,
} from './caches.ts';

const name = 'drifting';
const image = 'memcached:1.6-alpine';
const asStored = memcached('any', name, { size: 0, containerPort: 11211 }) as unknown as StoredMemcached;
const owner = { kind: 'Memcached', name };
const deploymentFields = fieldsOf(deploymentFor(asStored, image), owner);
const serviceFields = fieldsOf(serviceFor(asStored), owner);

const container = '/spec/template/spec/containers/0';
/** Fields that we keep unset because they would change the meaning of ours, each with a value somebody might set. */
const foreign: Readonly<Record<string, unknown>> = {
  '/spec/template/spec/hostNetwork': true,
  [`${container}/args`]: ['-m', '1'],
  [`${container}/readinessProbe/tcpSocket/host`]: '192.0.2.1',
  [`${container}/securityContext/capabilities/add`]: ['NET_ADMIN'],
  [`${container}/securityContext/runAsUser`]: 1000,
  [`${container}/securityContext/runAsNonRoot`]: false,
};
const pointers = (fields: readonly Leaf[]): string[] => fields.map(({ pointer }) => pointer);
/** Without the name of the container, which is its list key: a renamed container is another item. */
const editable = pointers(deploymentFields).filter(
  (pointer) => !immutable.test(pointer) && pointer !== `${container}/name` && !(pointer in foreign),
);
/** Fields that cannot be removed: the API server requires them, or defaults them. */
const lasting = /\/(replicas|type|image|imagePullPolicy|command\/.*|containerPort|port|protocol|targetPort|drop\/.*)$/;
const removable = (pointer: string): boolean => !lasting.test(pointer);

const others = {
  ...{ ClusterIP: 'NodePort', TCP: 'UDP', memcached: 'edited' },
  ...{ IfNotPresent: 'Always', RuntimeDefault: 'Unconfined' },
};

/** Cuts a path into an atomic field off at that field: `managedFields` records an owner of the whole field only. */
const atomic = (pointer: string): string =>
  pointer.replace(/^\/spec\/selector\/.*/, '/spec/selector').replace(/\/(command|drop)\/\d+$/, '/$1');

const changed = (value: unknown): unknown => edited(value, others);

describe('the children of a Memcached, if somebody edits them,', () => {
  const scope = useScope(onlyMemcached);

  beforeAll(async () => {
    await createReady(scope(), name, { size: 0 });
  });

  const edit = (kind: Kind, ...operations: readonly PatchOperation[]): Promise<unknown> =>
    scope().client.resource(kind).jsonPatch(keyIn(scope(), name), operations);
  const restored = (kind: Kind, pointer: string, change?: typeof changed): Promise<void> =>
    expectEditUndone(scope(), { kind, name, pointer, ...(change && { change }) });

  it('have the operator as the owner of exactly the fields that are tested here', async () => {
    const { deployment, service } = await childrenOf(scope(), name);
    expect(ownedOf(deployment, fieldManager)).toEqual(new Set(pointers(deploymentFields).map(atomic)));
    expect(ownedOf(service, fieldManager)).toEqual(new Set(pointers(serviceFields).map(atomic)));
  });

  it.each(editable)('BUG-MC-5 get a changed field back at once: Deployment %s', (pointer) =>
    restored(Deployment, pointer, changed),
  );

  it.each(editable.filter(removable))('BUG-MC-5 get a removed field back at once: Deployment %s', (pointer) =>
    restored(Deployment, pointer),
  );

  it('keep exactly these fields unset, which would change the meaning of ours', () => {
    expect(unsetIn(deploymentFields).toSorted()).toEqual(Object.keys(foreign).toSorted());
    expect(unsetIn(serviceFields)).toEqual([]);
  });

  it.each(Object.entries(foreign))(
    'lose at once a field that would change the meaning of ours: Deployment %s',
    (pointer, value) => unsetAgain(scope(), { kind: Deployment, name, pointer }, value),
  );

  it('lose such a field even if it was set while no operator ran, and later restarts write nothing', async () => {
    const at = `${container}/args`;
    await whileNoneRuns(scope(), () => edit(Deployment, ...added(at, ['-m', '1'])));
    await atOnce('there are no arguments', async () => valueAt(await deploymentOf(scope(), name), at) === undefined);
    await settled(scope());
    const since = await mark(scope());
    await whileNoneRuns(scope(), () => Promise.resolve());
    await settled(scope());
    expect(
      besidesWitnesses(writesIn(await requestsOf(scope(), since))).filter((write) => write.includes(name)),
    ).toEqual([]);
  });

  it.each(pointers(deploymentFields).filter((pointer) => immutable.test(pointer)))(
    'cannot get another value in an immutable field, because the API server refuses it: Deployment %s',
    async (pointer) => {
      const error: unknown = await edit(Deployment, ...replaced(pointer, 'edited')).catch((reason: unknown) => reason);
      expect(isApiError(error, 422)).toBe(true);
    },
  );

  it.each(pointers(serviceFields))('get a changed field back at once: Service %s', (pointer) =>
    restored(Service, pointer, changed),
  );

  it.each(pointers(serviceFields).filter(removable))('get a removed field back at once: Service %s', (pointer) =>
    restored(Service, pointer),
  );

  it('equal the desired state after all edits, and our fields have one owner', async () => {
    await ready(scope(), name);
    const { deployment, service } = await childrenOf(scope(), name);
    expect(deployment).toMatchObject(withoutNulls(deploymentFor(asStored, image)) as object);
    expect(service).toMatchObject(serviceFor(asStored));
    for (const child of [deployment, service]) expect(() => ownEntry(child, fieldManager)).not.toThrow();
  });

  it.each<Kind>([Deployment, Service])('are created again at once when somebody deletes them: $kind', async (kind) => {
    const resource = scope().client.resource(kind);
    const { uid } = (await resource.get(keyIn(scope(), name))).metadata;
    await resource.delete(keyIn(scope(), name), { propagation: 'Background' });
    await atOnce(`${kind.kind} is back`, async () => {
      const now = await resource.tryGet(keyIn(scope(), name));
      return now !== undefined && now.metadata.uid !== uid;
    });
    await ready(scope(), name);
  });

  describe('keep what others add', () => {
    const add = (path: string, value: unknown): PatchOperation => ({ op: 'add', path, value });

    it('to the Deployment: a sidecar, a variable, a limit, a port, a label, an annotation', async () => {
      await edit(
        Deployment,
        add('/spec/template/spec/containers/-', { name: 'exporter', image: 'example.com/exporter:1' }),
        add(`${container}/env`, [{ name: 'COLOUR', value: 'blue' }]),
        add(`${container}/resources`, { limits: { memory: '96Mi' } }),
        add(`${container}/ports/-`, { name: 'status', containerPort: 9150 }),
        add('/metadata/labels/example.com~1team', 'cache'),
        add('/metadata/annotations/example.com~1note', 'ours'),
      );
      await settled(scope());
      await edit(Deployment, ...replaced(`${container}/image`, 'example.com/other:1'));
      const { metadata, spec } = await atOnce('the image is back', async () => {
        const now = await deploymentOf(scope(), name);
        return now?.spec.template.spec?.containers[0]?.image === image && now;
      });
      expect(spec.template.spec?.containers).toMatchObject([
        {
          name: 'memcached',
          env: [{ name: 'COLOUR', value: 'blue' }],
          resources: { limits: { memory: '96Mi' } },
          ports: [
            { name: 'memcached', containerPort: 11211 },
            { name: 'status', containerPort: 9150 },
          ],
        },
        { name: 'exporter' },
      ]);
      expect(metadata.labels).toMatchObject({ 'example.com/team': 'cache' });
      expect(metadata.annotations).toMatchObject({ 'example.com/note': 'ours' });
    });

    it('to the Service: a port, session affinity; but its selector is ours', async () => {
      await edit(
        Service,
        add('/spec/ports/-', { name: 'status', port: 9150, protocol: 'TCP', targetPort: 'status' }),
        add('/spec/sessionAffinity', 'ClientIP'),
        add('/spec/selector/example.com~1colour', 'blue'),
      );
      const { spec } = await atOnce('the selector is ours again', async () => {
        const now = await serviceOf(scope(), name);
        return Object.keys(now?.spec.selector ?? {}).length === 2 && now;
      });
      expect(spec).toMatchObject({
        sessionAffinity: 'ClientIP',
        ports: [
          { name: 'memcached', port: 11211, targetPort: 'memcached' },
          { name: 'status', port: 9150 },
        ],
      });
    });
  });
});
