import { ApiObject, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import {
  applyPatch,
  getAt,
  isRecord,
  getMember,
  mergePatch,
  parsePointer,
  PatchError,
  type PatchOperation,
  appendPointer,
} from '@kubewright/declaration';
import { findNearest, type ObjectPatch } from '../options/index.ts';

import { type OptionErrors, OptionError } from '../plan/index.ts';

interface PatchOptions {
  readonly patches: readonly ObjectPatch[];
  readonly errors: OptionErrors;
  /** Path of the list of patches, for error messages. */
  readonly at: string;
}

/**
 * Applies the patches in order to the existing objects in `scope`. Reports an error for a patch that matches no object
 * or cannot be applied.
 */
export function applyPatches(scope: Construct, { patches, errors, at: path }: PatchOptions): void {
  if (patches.length === 0) return;
  const objects = scope.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each));
  for (const [index, patch] of patches.entries()) {
    const named = `${path}[${index}]`;
    const matching = objects.filter(({ kind, name }) => kind === patch.kind && (patch.name ?? name) === name);
    if (matching.length === 0) errors.add(`${named} matches no object: ${formatAlternatives(patch, objects)}`);
    for (const object of matching) errors.attempt(() => patchObject(object, patch, named), undefined);
  }
}

function formatAlternatives({ kind }: ObjectPatch, objects: readonly ApiObject[]): string {
  const sameKind = objects.filter((object) => object.kind === kind);
  const meant = findNearest(kind, [...new Set(objects.map((object) => object.kind))]);
  const listed = (sameKind.length > 0 ? sameKind : objects).map((object) => `${object.kind} ${object.name}`).join(', ');
  return `${sameKind.length === 0 && meant !== undefined ? `did you mean ${meant}? The objects are` : 'the objects are'} ${listed}`;
}

function patchObject(object: ApiObject, { patch }: ObjectPatch, named: string): void {
  const before = object.toJson() as Readonly<Record<string, unknown>>;
  const operations = isOperations(patch) ? patch : mergeOperations(before, patch);
  const titled = `${named} of ${object.kind} ${object.name}`;
  const after = applyOperations(before, operations, titled);
  const changed = identity.find((field) => getAt(after, field) !== getAt(before, field));
  if (changed !== undefined) throw new OptionError(`${titled} must not change ${changed}`);
  object.addJsonPatch(...operations.map(toJsonPatch));
}

const identity = ['apiVersion', 'kind', 'metadata.name', 'metadata.namespace'];

function applyOperations(before: unknown, operations: readonly PatchOperation[], titled: string): unknown {
  try {
    operations.forEach(rejectPrototypePaths);
    return applyPatch(before, operations);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw new OptionError(`${titled} ${error.message}`, { cause: error });
  }
}

/** Rejects a path with `__proto__`, for which cdk8s would throw when it writes the object. */
function rejectPrototypePaths({ op, path }: PatchOperation): void {
  if (parsePointer(path).includes('__proto__')) throw new PatchError(`cannot ${op} ${path}: the path is not allowed`);
}

function isOperations(patch: ObjectPatch['patch']): patch is readonly PatchOperation[] {
  return Array.isArray(patch);
}

type Fields = Readonly<Record<string, unknown>>;

/** Pure: minimal operations that merge `patch` into `target`. */
function mergeOperations(target: Fields, patch: Fields, at = ''): PatchOperation[] {
  return Object.entries(patch).flatMap(([key, value]): PatchOperation[] => {
    const path = appendPointer(at, key);
    const before = getMember(target, key);
    if (value === undefined) return [];
    if (value === null) return before === undefined ? [] : [{ op: 'remove', path }];
    if (!isRecord(value)) return [{ op: 'add', path, value }];
    return isRecord(before)
      ? mergeOperations(before, value, path)
      : [{ op: 'add', path, value: mergePatch({}, value) }];
  });
}

function toJsonPatch(operation: PatchOperation): JsonPatch {
  switch (operation.op) {
    case 'remove':
      return JsonPatch.remove(operation.path);
    case 'copy':
    case 'move':
      return JsonPatch[operation.op](operation.from, operation.path);
    default:
      return JsonPatch[operation.op](operation.path, operation.value);
  }
}
