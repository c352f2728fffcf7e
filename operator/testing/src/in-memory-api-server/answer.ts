import type { ApiRequest, ApiResponse } from '@kubewright/runtime/internal/client';
import { isRecord } from '@kubewright/declaration';

import { cloneJson, type JsonObject } from './json.ts';
import { list } from './reads/list.ts';
import { parseReadOptions } from './reads/read-options.ts';
import { badRequest, Rejection, unsupported } from './rejection.ts';
import type { Route } from './served/route.ts';
import type { ServerState } from './store.ts';
import { answerSubresource } from './subresources/answer-subresource.ts';
import { create } from './writes/create.ts';
import { deleteOne } from './writes/delete.ts';
import { patch } from './writes/patch.ts';
import { update } from './writes/change.ts';
import { isDryRun, getLiveObject, type Write } from './writes/write.ts';

/** The RBAC verb of a request, with `apply` as a separate verb for server-side apply. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'apply' | 'delete';

export function getVerb({ method, query, contentType = '' }: ApiRequest, { name }: Pick<Route, 'name'>): Verb {
  if (method === 'GET') return getReadVerb(query?.['watch'], name);
  if (method === 'PATCH') return contentType.includes('apply-patch') ? 'apply' : 'patch';
  return writingVerbs[method];
}

const writingVerbs = { POST: 'create', PUT: 'update', DELETE: 'delete' } as const;

function getReadVerb(watch: unknown, name: string | undefined): Verb {
  if (watch === true || watch === 'true' || watch === '1') return 'watch';
  return name === undefined ? 'list' : 'get';
}

/** Answers every request except a watch. Returns error responses instead of throwing. */
export function answer(state: ServerState, route: Route, request: ApiRequest): ApiResponse {
  try {
    return inForm(cloneJson(answerWhole(state, route, request)), formOf(request));
  } catch (error) {
    if (error instanceof Rejection) return cloneJson(error.response);
    throw error;
  }
}

function answerWhole(state: ServerState, route: Route, request: ApiRequest): ApiResponse {
  if (route.part !== undefined) {
    return answerSubresource(state, route, { request, write: () => buildWrite(state, route, request) });
  }
  switch (getVerb(request, route)) {
    case 'get':
      return { status: 200, body: getLiveObject({ state, route }) };
    case 'list':
      return list(state, route, parseReadOptions(request.query));
    case 'create':
      return create(buildWrite(state, route, request));
    case 'update':
      return update(buildWrite(state, route, request));
    case 'delete':
      return deleteOne(buildWrite(state, route, request));
    case 'patch':
    case 'apply':
      return patch(buildWrite(state, route, request), request.contentType);
    case 'watch':
      throw unsupported('answer a watch with a single response: open a stream');
  }
}

function buildWrite(state: ServerState, route: Route, { method, query = {}, body }: ApiRequest): Write {
  const sent = cloneJson(body) ?? {};
  if (!isRecord(sent) && !Array.isArray(sent)) throw badRequest('the body is not an object');
  const options = method === 'POST' ? 'CreateOptions' : method === 'PUT' ? 'UpdateOptions' : 'PatchOptions';
  return {
    state,
    route,
    served: route.served,
    query,
    // A JSON Patch is a list, but only its handler reads the body as one.
    body: sent as JsonObject,
    dryRun: method !== 'DELETE' && isDryRun(query['dryRun'], options),
  };
}

export type Form = (body: unknown) => unknown;

/** Chooses whole objects or only their metadata, by the `Accept` header. Throws: 406 for an unsupported header. */
export function formOf({ accept = '' }: ApiRequest): Form {
  if (accept.includes('as=PartialObjectMetadata')) return metadataOnly;
  if (/as=|protobuf|cbor/.test(accept)) throw unsupported(`answer as ${accept}`);
  return (body) => body;
}

/** Converts a response to the requested form; error responses stay unchanged. */
function inForm({ body, ...response }: ApiResponse, form: Form): ApiResponse {
  return { ...response, body: isRecord(body) && body['kind'] !== 'Status' ? form(body) : body };
}

/** Keeps only metadata: https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
function metadataOnly(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const type = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' };
  const { metadata, items } = body;
  if (!Array.isArray(items)) return { ...type, metadata };
  return {
    ...type,
    kind: 'PartialObjectMetadataList',
    metadata,
    items: items.map((item: JsonObject) => ({ ...type, metadata: item['metadata'] })),
  };
}
