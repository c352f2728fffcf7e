import { JsonPatch } from 'cdk8s';
import { isRecord, type PatchOperation } from '../options/index.ts';

import { memberOf } from '../objects/index.ts';
import { OptionError } from '../plan/index.ts';

/** Pure: the operation, as cdk8s has it. */
export function jsonPatchOf(operation: PatchOperation): JsonPatch {
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

/** Pure: the document after the operations. Throws an `OptionError` if one cannot be applied. */
export function patched(document: unknown, operations: readonly PatchOperation[]): unknown {
  return operations.reduce((before, operation) => {
    checkTargets(before, operation);
    try {
      return JsonPatch.apply(structuredClone(before), jsonPatchOf(operation)) as unknown;
    } catch (cause) {
      const why = operation.op === 'test' ? 'the value is another one' : 'it is not possible there';
      throw new OptionError(`cannot ${operation.op} ${operation.path}: ${why}`, { cause });
    }
  }, document);
}

/** RFC 6902 has errors for these, which cdk8s does not ask for: it would do nothing, or create what is to be replaced. */
function checkTargets(document: unknown, operation: PatchOperation): void {
  const { op, path } = operation;
  const read = 'from' in operation ? operation.from : op === 'add' ? undefined : path;
  if (read !== undefined && childAt(parentOf(document, read), lastKey(read)) === undefined) {
    throw new OptionError(`cannot ${op} ${read}: there is nothing`);
  }
  if (op === 'add' || op === 'copy' || op === 'move') checkPlace(document, op, path);
}

function checkPlace(document: unknown, op: string, path: string): void {
  const parent = parentOf(document, path);
  const key = lastKey(path);
  if (isRecord(parent)) return;
  if (!Array.isArray(parent)) throw new OptionError(`cannot ${op} ${path}: add ${pathOfParent(path)} first`);
  if (key === '-' || (/^\d+$/.test(key) && Number(key) <= parent.length)) return;
  throw new OptionError(`cannot ${op} ${path}: that is a list of ${parent.length}, at whose end - adds one`);
}

function parentOf(document: unknown, pointer: string): unknown {
  return keysOf(pointer).slice(0, -1).reduce<unknown>(childAt, document);
}

function childAt(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return /^\d+$/.test(key) ? (parent[Number(key)] as unknown) : undefined;
  return isRecord(parent) ? memberOf(parent, key) : undefined;
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function lastKey(pointer: string): string {
  return keysOf(pointer).at(-1) ?? '';
}

function pathOfParent(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
