import { getMember } from '@kubewright/runtime/internal/base';
import { isRecord } from '@kubewright/declaration';
import type { JsonObject } from '../json.ts';

/** The fields of `metav1.ObjectMeta`, each with a check that it can be decoded. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  annotations: isTextMap,
  creationTimestamp: isText,
  deletionGracePeriodSeconds: Number.isInteger,
  deletionTimestamp: isText,
  finalizers: (value) => Array.isArray(value) && value.every(isText),
  generateName: isText,
  generation: Number.isInteger,
  labels: isTextMap,
  managedFields: isObjectList,
  name: isText,
  namespace: isText,
  ownerReferences: isObjectList,
  resourceVersion: isText,
  selfLink: isText,
  uid: isText,
};

/**
 * Decodes metadata like the API server: drops empty fields, and unknown fields, whose paths it adds to `unknown`.
 * Throws: `DecodeError` for a value of the wrong type.
 */
export function readMeta(metadata: unknown, path: string, unknown: string[]): JsonObject {
  if (metadata === null) return {};
  if (!isRecord(metadata)) throw buildUnreadableError(path);
  const known = Object.entries(metadata).filter(([name, value]) => {
    const fits = getMember(fields, name);
    if (fits === undefined) unknown.push(`${path}.${name}`);
    else if (value !== null && !fits(value)) throw buildUnreadableError(`${path}.${name}`);
    return fits !== undefined && !isEmpty(value);
  });
  return Object.fromEntries(known);
}

/** Thrown for an object that cannot be decoded. The caller turns it into a response. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

function buildUnreadableError(path: string): DecodeError {
  return new DecodeError(`json: cannot unmarshal the value of ${path}: it has the wrong type`);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object') return value === null || Object.keys(value).length === 0;
  return value === '' || value === 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextMap(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((each) => each === null || isText(each));
}

function isObjectList(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => each === null || isRecord(each));
}
