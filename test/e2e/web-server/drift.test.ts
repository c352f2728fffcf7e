import { beforeAll, describe, expect, it } from 'vitest';
import type { PatchOperation } from '@kubewright/declaration';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { deploymentFor, serviceFor } from '../../../operator/src/controllers/web-server/desired.ts';
import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isApiError } from '../../../operator/runtime/src/client/index.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { withoutNulls } from '../../../operator/testing/src/in-memory-api-server/json.ts';
import { keyIn } from '../../support/scope.ts';
import { ready, type StoredWebServer } from '../../support/web-server.ts';
import { ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { edited, fieldsOf, immutable, ownedOf, expectEditUndone, unsetAgain, unsetIn } from '../support/drift.ts';
import { type Leaf, replaced } from '../support/json-pointer.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { childrenOf, fieldManager, createReady, onlyWebServer, simulatedServer, stored } from './servers.ts';

const server = simulatedServer('any', 'drifting', { replicas: 2, nodePort: nodePorts.drift.first });
const asStored = server as unknown as StoredWebServer;

/** The name of a container is its list key: a renamed container is another item, see foreign-fields.test.ts. */
const named = '/spec/template/spec/containers/0/name';

const owner = { kind: 'WebServer', name: 'drifting' };
const deploymentFields = fieldsOf(deploymentFor(asStored), owner);
const serviceFields = fieldsOf(serviceFor(asStored), owner);
const pointers = (fields: readonly Leaf[]): string[] => fields.map(({ pointer }) => pointer);
/** Fields that we keep unset because they would change what the image runs, each with a value somebody might set. */
const foreign: Readonly<Record<string, unknown>> = {
  '/spec/template/spec/containers/0/command': ['sleep'],
  '/spec/template/spec/containers/0/args': ['infinity'],
};
const editable = pointers(deploymentFields).filter(
  (pointer) => !immutable.test(pointer) && pointer !== named && !(pointer in foreign),
);
const removable = (pointer: string): boolean => /^\/metadata\/|^\/spec\/selector\//.test(pointer);

const others = { NodePort: 'ClusterIP', TCP: 'UDP' };

/** Cuts a path into a selector off at the selector, which is atomic: `managedFields` records one owner of all of it. */
const atomic = (pointer: string): string => pointer.replace(/^\/spec\/selector\/.*/, '/spec/selector');

describe('the children of a WebServer, if somebody edits them,', () => {
  const scope = useScope(onlyWebServer);
  const key = { Deployment: 'drifting', Service: 'drifting-service' } as const;

  beforeAll(async () => {
    await createReady(scope(), 'drifting', { replicas: 2, nodePort: nodePorts.drift.first });
  });

  async function edit(kind: Kind, operations: readonly PatchOperation[]): Promise<KubeObject> {
    const name = key[kind.kind as keyof typeof key];
    return scope().client.resource(kind).jsonPatch(keyIn(scope(), name), operations);
  }

  const expectUndone = (kind: Kind, pointer: string, change?: (before: unknown) => unknown): Promise<void> => {
    const name = key[kind.kind as keyof typeof key];
    return expectEditUndone(scope(), { kind, name, pointer, ...(change && { change }) });
  };
  const changed = (value: unknown): unknown => edited(value, others);

  it('have exactly the fields that are edited here owned by the operator’s field manager', async () => {
    const { deployment, service } = await childrenOf(scope(), 'drifting');
    expect(ownedOf(deployment, fieldManager)).toEqual(new Set(pointers(deploymentFields).map(atomic)));
    expect(ownedOf(service, fieldManager)).toEqual(new Set(pointers(serviceFields).map(atomic)));
  });

  it.each(editable)('BUG-WS-8 get a changed field back at once: Deployment %s', (pointer) =>
    expectUndone(Deployment, pointer, changed),
  );

  it.each(editable.filter(removable))('BUG-WS-8 get a removed field back at once: Deployment %s', (pointer) =>
    expectUndone(Deployment, pointer),
  );

  it('keep exactly these fields unset, which would change the meaning of ours', () => {
    expect(unsetIn(deploymentFields).toSorted()).toEqual(Object.keys(foreign).toSorted());
    expect(unsetIn(serviceFields)).toEqual([]);
  });

  it.each(Object.entries(foreign))(
    'lose at once a field that would change the meaning of ours: Deployment %s',
    (pointer, value) => unsetAgain(scope(), { kind: Deployment, name: key.Deployment, pointer }, value),
  );

  it.each(pointers(deploymentFields).filter((pointer) => immutable.test(pointer)))(
    'cannot get another value in an immutable field, because the API server refuses it: Deployment %s',
    async (pointer) => {
      const error: unknown = await edit(Deployment, replaced(pointer, 'edited')).catch((reason: unknown) => reason);
      expect(isApiError(error, 422)).toBe(true);
    },
  );

  it.each(pointers(serviceFields))('BUG-WS-5 get a changed field back at once: Service %s', (pointer) =>
    expectUndone(Service, pointer, changed),
  );

  it.each(pointers(serviceFields).filter(removable))(
    'BUG-WS-5 get a removed field back at once: Service %s',
    (pointer) => expectUndone(Service, pointer),
  );

  it('equal the desired state after all edits, and our fields have one owner', async () => {
    await ready(scope().client, keyIn(scope(), 'drifting'));
    const { deployment, service } = await childrenOf(scope(), 'drifting');
    expect(deployment).toMatchObject(withoutNulls(deploymentFor(asStored)) as object);
    expect(service).toMatchObject(serviceFor(asStored));
    for (const child of [deployment, service]) expect(() => ownEntry(child, fieldManager)).not.toThrow();
    expect(await warningsAbout(scope(), await stored(scope(), 'drifting'))).toEqual([]);
  });

  it.each<Kind>([Deployment, Service])(
    'BUG-WS-2 are created again at once when somebody deletes them: $kind',
    async (kind) => {
      const at = keyIn(scope(), key[kind.kind as keyof typeof key]);
      const { uid } = (await scope().client.resource(kind).get(at)).metadata;
      await scope().client.resource(kind).delete(at, { propagation: 'Background' });
      await atOnce(`${kind.kind} is back`, async () => {
        const now = await scope().client.resource(kind).tryGet(at);
        return now !== undefined && now.metadata.uid !== uid;
      });
      await ready(scope().client, keyIn(scope(), 'drifting'));
    },
  );

  it('leave the spec of the WebServer as it was', async () => {
    const { spec } = await scope().client.resource(WebServer).get(keyIn(scope(), 'drifting'));
    expect(spec).toEqual(asStored.spec);
  });
});
