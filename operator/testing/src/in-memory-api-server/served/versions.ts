import { formatKey, getKey, getMessage } from '@kubewright/runtime/internal/base';
import { type ConversionDefinition, convert, ConversionError } from '@kubewright/runtime/internal/conversion';
import type { JsonObject } from '../json.ts';
import type { StoredObject } from '../objects.ts';
import { buildStatusAnswer, Rejection } from '../rejection.ts';
import { pruneObject } from '../schema/complete.ts';
import type { ObjectStore } from '../store.ts';
import type { ServedKind } from './served-kind.ts';

/** Creates the versions of a kind from its conversion. */
export function createVersions(
  conversion: ConversionDefinition,
  create: (api: ConversionDefinition['hub']) => ServedKind,
): readonly ServedKind[] {
  const all = [{ api: conversion.hub, served: true }, ...conversion.spokes];
  const kinds = all.map(({ api, served }) => ({ kind: create(api), isServed: served }));
  const toVersion = (object: StoredObject, version: string): StoredObject => {
    const target = kinds.find(({ kind: { kind } }) => kind.version === version)?.kind;
    const converted = convertObject(conversion, object, version);
    // Like the API server, drops fields that the other version does not declare.
    return (target?.schema === undefined ? converted : pruneObject(converted, target.schema).object) as StoredObject;
  };
  return kinds
    .filter(({ isServed }) => isServed)
    .map(({ kind }) => ({ ...kind, versions: { storage: conversion.storageVersion, toVersion } }));
}

/** Converts an object. Throws: 500 with the message of the conversion error. */
function convertObject(conversion: ConversionDefinition, object: StoredObject, version: string): JsonObject {
  try {
    return convert(conversion, object, version) as unknown as JsonObject;
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const { apiVersion, kind } = object;
    const from = apiVersion.slice(apiVersion.indexOf('/') + 1);
    const what = `${kind} ${formatKey(getKey(object))} cannot be converted from ${from} to ${version}`;
    const message = `conversion webhook for ${apiVersion}, Kind=${kind} failed: ${what}: ${getMessage(error)}`;
    throw new Rejection(buildStatusAnswer(500, '', { message }));
  }
}

/** Wraps a store for a request in one version of a kind: objects are converted when they are read and written. */
export function inVersion(store: ObjectStore, { id, kind: { version }, versions }: ServedKind): ObjectStore {
  if (versions === undefined) return store;
  const { storage, toVersion } = versions;
  const out = (kindId: string, object: StoredObject): StoredObject =>
    kindId === id ? toVersion(object, version) : object;
  const outIfAny = (kindId: string, object: StoredObject | undefined): StoredObject | undefined =>
    object && out(kindId, object);
  const outEvent: (event: Parameters<Parameters<ObjectStore['onChange']>[0]>[0]) => typeof event = (event) => ({
    ...event,
    ...(event.before && { before: out(event.kindId, event.before) }),
    ...(event.after && { after: out(event.kindId, event.after) }),
  });
  return {
    get version() {
      return store.version;
    },
    get: (kindId, objectId) => outIfAny(kindId, store.get(kindId, objectId)),
    put: (served, object) =>
      out(served.id, store.put(served, served.id === id ? toVersion(object as StoredObject, storage) : object)),
    remove: (served, object) => store.remove(served, object),
    list: (kindId, at) => store.list(kindId, at).map((object) => out(kindId, object)),
    listSince: (kindId, at) => store.listSince(kindId, at).map(outEvent),
    isForgotten: (at) => store.isForgotten(at),
    onChange: (listener) => store.onChange((event) => listener(outEvent(event))),
  };
}
