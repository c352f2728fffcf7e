import { beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/apis/index.ts';
import { deploymentFor, serviceFor } from '../../../operator/src/controllers/web-server/desired.ts';
import type { Kind, KubeObject } from '../../../operator/src/runtime/base/index.ts';
import { isApiError, type JsonPatchOperation } from '../../../operator/src/runtime/client/index.ts';
import { Deployment, Service } from '../../../operator/src/runtime/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { ready, type StoredWebServer } from '../../support/web-server.ts';
import { ownEntry, ownPointers } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { type Leaf, leavesOf, removed, replaced, valueAt } from '../support/json-pointer.ts';
import { idle } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { childrenOf, fieldManager, made, onlyWebServer, simulatedServer } from './servers.ts';

const server = simulatedServer('any', 'drifting', { replicas: 2, nodePort: nodePorts.drift.first });
const asStored = server as unknown as StoredWebServer;

/** What the runtime adds to the metadata of every child, beside the owner reference, which it writes once. */
const added = {
  labels: {
    'app.kubernetes.io/name': 'webserver',
    'app.kubernetes.io/instance': 'drifting',
    'app.kubernetes.io/managed-by': 'kubewright',
  },
  annotations: { 'kubewright.dev/desired-hash': 'set by the operator' },
};

/** Every field that is set, from the very functions that say what is desired. */
function fieldsOf({ metadata, ...desired }: ReturnType<typeof deploymentFor | typeof serviceFor>): readonly Leaf[] {
  const { labels, annotations } = { ...added, labels: { ...metadata.labels, ...added.labels } };
  return leavesOf({ metadata: { labels, annotations }, ...desired });
}

/** A Deployment's selector never changes, and its Pods have to match it: the API server itself refuses these. */
const refused = /^\/spec\/selector\/matchLabels\/|^\/spec\/template\/metadata\/labels\//;
/** A container goes by its name: renamed it is another one, see foreign-fields.test.ts. */
const named = '/spec/template/spec/containers/0/name';

const deploymentFields = fieldsOf(deploymentFor(asStored));
const serviceFields = fieldsOf(serviceFor(asStored));
const pointers = (fields: readonly Leaf[]): string[] => fields.map(({ pointer }) => pointer);
const editable = pointers(deploymentFields).filter((pointer) => !refused.test(pointer) && pointer !== named);
const removable = (pointer: string): boolean => /^\/metadata\/|^\/spec\/selector\//.test(pointer);

const others: Readonly<Record<string, unknown>> = { NodePort: 'ClusterIP', TCP: 'UDP' };

/** Another value that the API server takes in the same place. */
function edited(value: unknown): unknown {
  return typeof value === 'number' ? value + 1 : (others[String(value)] ?? `${String(value)}-edited`.slice(-60));
}

/** For the API server a selector is one value, which has one owner. */
const atomic = (pointer: string): string => pointer.replace(/^\/spec\/selector\/.*/, '/spec/selector');
const owned = (child: KubeObject): Set<string> =>
  new Set(ownPointers(child, fieldManager).filter((pointer) => !pointer.startsWith('/metadata/ownerReferences/')));

describe('a field of a child that somebody changes', () => {
  const scope = useScope(onlyWebServer);
  const key = { Deployment: 'drifting', Service: 'drifting-service' } as const;

  beforeAll(async () => {
    await made(scope(), 'drifting', { replicas: 2, nodePort: nodePorts.drift.first });
  });

  async function edit(kind: Kind, operations: readonly JsonPatchOperation[]): Promise<KubeObject> {
    const name = key[kind.kind as keyof typeof key];
    return scope().client.resource(kind).jsonPatch(keyIn(scope(), name), operations);
  }

  /** Changes one field as a person would, and waits until it is what it was. */
  async function putBack(kind: Kind, pointer: string, how: 'change' | 'remove'): Promise<void> {
    const name = key[kind.kind as keyof typeof key];
    const before = valueAt(await scope().client.resource(kind).get(keyIn(scope(), name)), pointer);
    const changed = await edit(kind, how === 'remove' ? removed(pointer) : replaced(pointer, edited(before)));
    expect(valueAt(changed, pointer)).not.toEqual(before);
    await atOnce(`${pointer} is ${String(before)} again`, async () => {
      const now = await scope().client.resource(kind).get(keyIn(scope(), name));
      return valueAt(now, pointer) === before;
    });
    // The next edit comes when nobody writes: an API server that has to merge two writes counts their node ports twice.
    await idle(scope());
  }

  it('is one of a table that has every field that the operator owns, and no other', async () => {
    const { deployment, service } = await childrenOf(scope(), 'drifting');
    expect(owned(deployment)).toEqual(new Set(pointers(deploymentFields).map(atomic)));
    expect(owned(service)).toEqual(new Set(pointers(serviceFields).map(atomic)));
  });

  it.each(editable)('BUG-WS-8 is put back at once: Deployment %s', (pointer) => putBack(Deployment, pointer, 'change'));

  it.each(editable.filter(removable))('BUG-WS-8 is put back at once if it is removed: Deployment %s', (pointer) =>
    putBack(Deployment, pointer, 'remove'),
  );

  it.each(pointers(deploymentFields).filter((pointer) => refused.test(pointer)))(
    'cannot be changed, says the API server: Deployment %s',
    async (pointer) => {
      const error: unknown = await edit(Deployment, replaced(pointer, 'edited')).catch((reason: unknown) => reason);
      expect(isApiError(error, 422)).toBe(true);
    },
  );

  it.each(pointers(serviceFields))('BUG-WS-5 is put back at once: Service %s', (pointer) =>
    putBack(Service, pointer, 'change'),
  );

  it.each(pointers(serviceFields).filter(removable))(
    'BUG-WS-5 is put back at once if it is removed: Service %s',
    (pointer) => putBack(Service, pointer, 'remove'),
  );

  it('leaves the children as they were, with one owner of what is ours', async () => {
    await ready(scope().client, keyIn(scope(), 'drifting'));
    const { deployment, service } = await childrenOf(scope(), 'drifting');
    expect(deployment).toMatchObject(deploymentFor(asStored));
    expect(service).toMatchObject(serviceFor(asStored));
    for (const child of [deployment, service]) expect(() => ownEntry(child, fieldManager)).not.toThrow();
  });

  it.each<Kind>([Deployment, Service])('BUG-WS-2 comes back at once with its whole child: $kind', async (kind) => {
    const at = keyIn(scope(), key[kind.kind as keyof typeof key]);
    const { uid } = (await scope().client.resource(kind).get(at)).metadata;
    await scope().client.resource(kind).delete(at, { propagation: 'Background' });
    await atOnce(`${kind.kind} is back`, async () => {
      const now = await scope().client.resource(kind).tryGet(at);
      return now !== undefined && now.metadata.uid !== uid;
    });
    await ready(scope().client, keyIn(scope(), 'drifting'));
  });

  it('does not matter to the WebServer, whose spec stays as it was', async () => {
    const { spec } = await scope().client.resource(WebServer).get(keyIn(scope(), 'drifting'));
    expect(spec).toEqual(asStored.spec);
  });
});
