import { getAt, isRecord, mergePatch } from '@kubewright/declaration';
import type { ApiRequest, ApiResponse } from '@kubewright/runtime/internal/client';

import { type JsonObject, removeNulls } from '../json.ts';
import { getMeta, type StoredObject, withMeta } from '../objects.ts';
import { badRequest, invalid, unsupported } from '../rejection.ts';
import type { Route } from '../served/route.ts';
import type { ServerState } from '../store.ts';
import { changeObject } from '../writes/change.ts';
import { buildManager, getLiveObject, type Write } from '../writes/write.ts';

const inSpec = '.spec.replicas';

/**
 * Answers a GET of the scale subresource. https://kubernetes.io/docs/reference/kubernetes-api/autoscaling-resources/
 */
export function readScale(state: ServerState, route: Route): ApiResponse {
  return { status: 200, body: buildScale(getLiveObject({ state, route }), route) };
}

function buildScale(live: StoredObject, { served }: Route): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = live.metadata;
  const read = (path: string | undefined): number => Number(getAt(live, (path ?? inSpec).slice(1)) ?? 0);
  const replicas = read(served.scale?.spec);
  const selector = served.scale === undefined ? formatLabels(getAt(live, 'spec.selector.matchLabels')) : '';
  return {
    ...{ kind: 'Scale', apiVersion: 'autoscaling/v1' },
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: read(served.scale?.status ?? '.status.replicas'), ...(selector !== '' && { selector }) },
  };
}

function formatLabels(labels: unknown): string {
  const pairs = Object.entries(isRecord(labels) ? labels : {}).map(([name, value]) => `${name}=${String(value)}`);
  return pairs.sort().join(',');
}

/** Answers a write of the scale subresource: changes only the number of replicas. */
export function writeScale(write: Write, { method, contentType }: ApiRequest): ApiResponse {
  const { route, served } = write;
  const live = getLiveObject(write);
  const sent = method === 'PUT' ? write.body : patchScale(buildScale(live, route), write.body, contentType);
  const { name, resourceVersion } = getMeta(sent);
  if (name !== undefined && name !== route.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${route.name ?? ''})`);
  }
  const replicas = Number(getAt(sent, 'spec.replicas') ?? 0);
  if (replicas < 0) throw buildNegativeError(route.name ?? '', replicas);
  const next = setAt(live, (served.scale?.spec ?? inSpec).slice(1).split('.'), replicas);
  const by = { ...buildManager(write, 'Update'), subresource: 'scale' };
  const changed = changeObject(write, { live, next: withMeta(next, { resourceVersion }), by });
  return { status: 200, body: buildScale(changed as StoredObject, route) };
}

function patchScale(scale: JsonObject, patch: JsonObject, contentType: string | undefined): JsonObject {
  if (contentType !== 'application/merge-patch+json') throw unsupported('patch a scale except with a merge patch');
  return mergePatch(scale, patch, removeNulls);
}

function setAt(object: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  if (rest.length === 0) return { ...object, [name]: value };
  const member = object[name];
  return { ...object, [name]: setAt(isRecord(member) ? member : {}, rest, value) };
}

function buildNegativeError(name: string, replicas: number): Error {
  const message = `Invalid value: ${replicas}: must be greater than or equal to 0`;
  const kind = { group: 'autoscaling', version: 'v1', kind: 'Scale', plural: 'scales', namespaced: true };
  return invalid(kind, name, [{ reason: 'FieldValueInvalid', message, field: 'spec.replicas' }]);
}
