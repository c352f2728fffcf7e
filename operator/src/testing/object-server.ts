import type { KubeObject, ManagedFieldsEntry } from '../runtime/base/index.ts';
import type { ApiRequest, ApiResponse, JsonPatchOperation } from '../runtime/client/index.ts';
import type { FieldSet } from '../runtime/reconcile/fields.ts';
import { type ScriptedTransport, scriptTransport } from './scripted-transport.ts';

/** What a test looks at; any JSON below. */
export type StoredObject = KubeObject & Readonly<Record<string, unknown>>;

/**
 * Just enough of an API server for one reconcile: objects by path, server-side apply of one manager with `fieldsV1`, uid
 * and resourceVersion preconditions. It validates nothing, and merges lists by `name`, `type` or `uid` only. What the
 * real one does is proved on the real one.
 */
export interface ObjectServer {
  readonly transport: ScriptedTransport;
  /** Called before each request; what it returns is the answer, what it throws is a broken connection. */
  intercept: ((request: ApiRequest) => ApiResponse | undefined | Promise<ApiResponse | undefined>) | undefined;
  get(path: string): StoredObject | undefined;
  /** Stores an object as somebody else; it gets the next resource version, and a uid if it has none. */
  put(path: string, object: object): StoredObject;
  delete(path: string): void;
  /** Of the last write. */
  readonly resourceVersion: string;
  /** Bodies of what was made by POST: events. */
  readonly posted: readonly object[];
}

interface Draft {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: Readonly<Record<string, unknown>> & { readonly uid?: string; readonly resourceVersion?: string };
  readonly status?: unknown;
}

/** A refusal in the API server's words. */
export function refusal(status: number, message: string, details?: object): ApiResponse {
  return { status, body: { kind: 'Status', status: 'Failure', code: status, message, ...(details && { details }) } };
}

export function createObjectServer(): ObjectServer {
  const objects = new Map<string, StoredObject>();
  const posted: object[] = [];
  let version = 100;

  function store(path: string, object: Draft): StoredObject {
    version += 1;
    const metadata = {
      creationTimestamp: '2026-01-01T00:00:00Z',
      uid: `uid-${String(version)}-of-${path.split('/').at(-1) ?? ''}`,
      ...object.metadata,
      resourceVersion: String(version),
    };
    const stored = { ...object, metadata } as unknown as StoredObject;
    objects.set(path, stored);
    return stored;
  }

  function apply(request: ApiRequest): ApiResponse {
    const path = request.path.replace(/\/status$/, '');
    const live = objects.get(path);
    const sent = request.body as Draft;
    const refused = refusedUid(request, live);
    return refused ?? { status: live ? 200 : 201, body: store(path, applied(request, sent, live)) };
  }

  function jsonPatch({ path, body }: ApiRequest, live: StoredObject): ApiResponse {
    const document = structuredClone<Record<string, unknown>>(live);
    for (const operation of body as readonly JsonPatchOperation[]) {
      if (!patchOne(document, operation)) {
        return refusal(422, 'the server rejected our request due to an error in our request', {});
      }
    }
    return { status: 200, body: store(path, document) };
  }

  function answer(request: ApiRequest): ApiResponse | undefined {
    const { method, path, body } = request;
    const live = objects.get(path);
    if (method === 'POST') {
      posted.push(body as object);
      return { status: 201, body };
    }
    if (method === 'PATCH' && request.contentType?.includes('apply') === true) return apply(request);
    if (method === 'PATCH' && path.includes('/events/')) {
      posted.push({ path, ...(body as object) });
      return { status: 200, body: { metadata: {} } };
    }
    if (live === undefined) return undefined;
    if (method === 'PATCH') return jsonPatch(request, live);
    if (method === 'DELETE') return remove(path, live, body as { readonly preconditions?: { readonly uid?: string } });
    return { status: 200, body: structuredClone(live) };
  }

  function remove(
    path: string,
    live: StoredObject,
    { preconditions }: { readonly preconditions?: { readonly uid?: string } },
  ): ApiResponse {
    if (preconditions?.uid !== undefined && preconditions.uid !== live.metadata.uid) {
      return refusal(409, 'the UID in the precondition does not match');
    }
    server.delete(path);
    return { status: 200, body: { kind: 'Status', status: 'Success' } };
  }

  const transport = scriptTransport({
    call: async (request) => (await server.intercept?.(request)) ?? answer(request) ?? refusal(404, 'not found'),
  });
  const server: ObjectServer = {
    transport,
    intercept: undefined,
    get: (path) => objects.get(path),
    put: (path, object) => store(path, object),
    delete(path) {
      version += 1;
      objects.delete(path);
    },
    get resourceVersion() {
      return String(version);
    },
    posted,
  };
  return server;
}

function refusedUid({ path, body }: ApiRequest, live: StoredObject | undefined): ApiResponse | undefined {
  const uid = (body as Draft).metadata?.uid;
  if (live === undefined) {
    if (path.endsWith('/status')) return refusal(404, 'not found');
    const message = `uid mismatch: the provided object specified uid ${String(uid)}, and no existing object was found`;
    return uid === undefined ? undefined : refusal(409, message);
  }
  if (uid === undefined || uid === live.metadata.uid) return undefined;
  const cause = { reason: 'FieldValueInvalid', message: 'field is immutable', field: 'metadata.uid' };
  return refusal(422, 'metadata.uid: Invalid value: field is immutable', { causes: [cause] });
}

/** What `live` is after an apply, of its status or of the rest, with the entry of the one manager that applied. */
function applied({ path, query }: ApiRequest, sent: Draft, live: StoredObject | undefined): Draft {
  const isStatus = path.endsWith('/status');
  const manager = String(query?.['fieldManager']);
  const entry = { manager, operation: 'Apply', ...(isStatus && { subresource: 'status' }), fieldsV1: ownFields(sent) };
  const isReplaced = (each: ManagedFieldsEntry): boolean =>
    each.manager === manager && each.operation === 'Apply' && (each.subresource === 'status') === isStatus;
  const managedFields = [...(live?.metadata.managedFields ?? []).filter((each) => !isReplaced(each)), entry];
  return isStatus
    ? { ...live, status: sent.status, metadata: { ...live?.metadata, managedFields } }
    : { ...live, ...sent, metadata: { ...live?.metadata, ...sent.metadata, managedFields } };
}

/** What `fieldsV1` never holds. */
function ownFields({ apiVersion: _apiVersion, kind: _kind, metadata = {}, ...rest }: Draft): FieldSet {
  const { name: _name, namespace: _namespace, uid: _uid, resourceVersion: _version, ...kept } = metadata;
  return fieldsOf(Object.keys(kept).length > 0 ? { ...rest, metadata: kept } : rest);
}

/** The paths of `value`, as the API server writes them; lists without a known key are atomic. */
export function fieldsOf(value: unknown): FieldSet {
  if (Array.isArray(value)) return fieldsOfList(value);
  if (typeof value !== 'object' || value === null) return {};
  const members = Object.entries(value).filter(([, member]) => !(Array.isArray(member) && member.length === 0));
  return Object.fromEntries(members.map(([name, member]) => [`f:${name}`, fieldsOf(member)]));
}

function fieldsOfList(list: readonly unknown[]): FieldSet {
  const [first] = list;
  const key = ['name', 'type', 'uid'].find((name) => typeof first === 'object' && first !== null && name in first);
  if (key === undefined) return {};
  const entries = (list as readonly Readonly<Record<string, unknown>>[]).map(
    (item) => [`k:${JSON.stringify({ [key]: item[key] })}`, { '.': {}, ...fieldsOf(item) }] as const,
  );
  return Object.fromEntries(entries);
}

/** @returns whether it could be done */
function patchOne(document: Record<string, unknown>, operation: JsonPatchOperation): boolean {
  const names = operation.path.split('/').slice(1);
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  const holder = parent as Record<string, unknown>;
  switch (operation.op) {
    case 'test':
      return JSON.stringify(holder[last]) === JSON.stringify(operation.value);
    case 'remove':
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else Reflect.deleteProperty(holder, last);
      return true;
    default:
      holder[last] = operation.value;
      return true;
  }
}
