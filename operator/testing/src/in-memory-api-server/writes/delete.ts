import { type Clock, formatTimestamp } from '@kubewright/runtime/internal/base';
import type { ApiResponse } from '@kubewright/runtime/internal/client';
import { getAt, isRecord } from '@kubewright/declaration';
import type { JsonObject } from '../json.ts';
import { type StoredObject, withMeta } from '../objects.ts';
import { conflict, invalidOption, type Rejection, unsupported } from '../rejection.ts';
import type { ServedKind } from '../served/served-kind.ts';
import { isOver } from './change.ts';
import { isDryRun, getLiveObject, type Write } from './write.ts';

export interface Deletion {
  readonly propagation: string;
  readonly graceSeconds?: number;
  readonly dryRun: boolean;
}

/** Finalizers of the garbage collector, by propagation policy. */
export const collectorFinalizers = { Foreground: 'foregroundDeletion', Orphan: 'orphan' } as const;

const propagations = ['Foreground', 'Background', 'Orphan'];
const podGraceSeconds = 30;

export function deleteOne(write: Write): ApiResponse {
  const { served, route } = write;
  if (route.name === undefined) throw unsupported(`delete all ${served.kind.plural} at once`);
  if (served.kind.kind === 'Namespace') throw unsupported('delete namespaces');
  const options = parseDeletion(write);
  const live = getLiveObject(write);
  checkPreconditions(served, live, write.body);
  const left = deleteObject(write, live, options);
  const { name, uid } = live.metadata;
  if (left !== undefined) return { status: 200, body: left };
  if (served.answersDeleted) return { status: 200, body: live };
  const { group, plural } = served.kind;
  const details = { name, ...(group !== '' && { group }), kind: plural, uid };
  return { status: 200, body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details } };
}

/** Deletes an object or starts its deletion. Returns the terminating object; `undefined` once it is deleted. */
export function deleteObject(
  { state, served }: Pick<Write, 'state' | 'served'>,
  live: StoredObject,
  deletion: Deletion,
): JsonObject | undefined {
  const next = markDeleted({ served, clock: state.clock }, live, deletion);
  if (isOver(next)) {
    if (!deletion.dryRun) state.store.remove(served, live);
    return undefined;
  }
  if (next === live || deletion.dryRun) return next;
  return state.store.put(served, next);
}

function markDeleted(
  { served, clock }: { readonly served: ServedKind; readonly clock: Clock },
  live: StoredObject,
  deletion: Deletion,
): JsonObject {
  const finalizers = listFinalizers(live, deletion.propagation);
  const grace = computeGraceSeconds(served, live, deletion.graceSeconds);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, generation } = live.metadata;
  const isBegun = deletionTimestamp !== undefined && deletionGracePeriodSeconds <= grace;
  if (isBegun && finalizers.length === (live.metadata.finalizers ?? []).length) return live;
  const begun = isBegun
    ? {}
    : {
        deletionTimestamp: formatTimestamp(clock.now() + grace * 1000),
        deletionGracePeriodSeconds: grace,
        ...(generation !== undefined && { generation: generation + (deletionTimestamp === undefined ? 1 : 0) }),
      };
  return withMeta(live, { ...begun, ...(finalizers.length > 0 && { finalizers }) });
}

function listFinalizers({ metadata: { finalizers = [] } }: StoredObject, propagation: string): readonly string[] {
  const wanted = Object.entries(collectorFinalizers).find(([name]) => name === propagation)?.[1];
  return wanted === undefined || finalizers.includes(wanted) ? finalizers : [...finalizers, wanted];
}

/** The grace period of a deletion: a Pod on a node exists until its kubelet confirms the end. */
function computeGraceSeconds({ kind }: ServedKind, live: StoredObject, seconds: number | undefined): number {
  const runs = getAt(live, 'spec.nodeName') !== undefined && !isDone(getAt(live, 'status.phase'));
  return kind.kind === 'Pod' && runs ? (seconds ?? podGraceSeconds) : 0;
}

function isDone(phase: unknown): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Reads the options of a DELETE from its body, or from the query if the body is empty. */
function parseDeletion({ body, query, served }: Write): Deletion {
  const given: JsonObject = Object.keys(body).length > 0 ? body : query;
  const { propagationPolicy = served.orphans ? 'Orphan' : 'Background', gracePeriodSeconds: grace } = given;
  const [dryRun] = Array.isArray(given['dryRun']) ? (given['dryRun'] as readonly unknown[]) : [given['dryRun']];
  if (typeof propagationPolicy !== 'string' || !propagations.includes(propagationPolicy))
    throw buildBadPolicyError(propagationPolicy);
  return {
    propagation: propagationPolicy,
    dryRun: isDryRun(dryRun, 'DeleteOptions'),
    ...(grace !== undefined && { graceSeconds: Number(grace) }),
  };
}

function buildBadPolicyError(given: unknown): Rejection {
  const supported = 'supported values: "Foreground", "Background", "Orphan", "nil"';
  const message = `Unsupported value: ${JSON.stringify(given)}: ${supported}`;
  return invalidOption('DeleteOptions', { reason: 'FieldValueNotSupported', message, field: 'propagationPolicy' });
}

function checkPreconditions({ kind }: ServedKind, { metadata }: StoredObject, body: JsonObject): void {
  const wanted = isRecord(body['preconditions']) ? body['preconditions'] : {};
  const differs = (name: 'uid' | 'resourceVersion'): boolean =>
    wanted[name] !== undefined && wanted[name] !== metadata[name];
  const text = (label: string, name: 'uid' | 'resourceVersion'): string =>
    `the ${label} in the precondition (${String(wanted[name])}) does not match the ${label} in record (${metadata[name]})`;
  // In this message the API server prints the kind instead of the resource.
  const named = { ...kind, plural: kind.kind };
  if (differs('uid')) {
    throw conflict(
      named,
      metadata.name,
      `${text('UID', 'uid')}. The object might have been deleted and then recreated`,
    );
  }
  if (differs('resourceVersion')) {
    const modified = `${text('ResourceVersion', 'resourceVersion')}. The object might have been modified`;
    throw conflict(named, metadata.name, modified);
  }
}
