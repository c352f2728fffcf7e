import { isDeepStrictEqual } from 'node:util';

import { isRecord, parsePointer, getAtPointer } from './json.ts';

/** One JSON Patch operation. A path such as `/spec/template/spec/containers/-` is a JSON Pointer. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'copy' | 'move'; readonly from: string; readonly path: string };

/** An operation that cannot be applied, or a failed test: `cannot remove /spec/paused: it does not exist`. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}

export interface PatchOptions {
  /**
   * Behave like the API server: `replace` adds an absent field, and `test` treats an absent field as null.
   *
   * @default false
   */
  readonly lenient?: boolean;
}

type JsonContainer = Record<string, unknown> | unknown[];

/** Makes `defineProperty` set the key `__proto__` as data: an assignment would set the prototype. */
const ofData = { writable: true, enumerable: true, configurable: true };

/**
 * Returns a patched copy of `document`. Throws a `PatchError` if an operation is malformed or cannot be applied.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function applyPatch(
  document: unknown,
  operations: readonly PatchOperation[],
  { lenient = false }: PatchOptions = {},
): unknown {
  const copy = structuredClone(document);
  for (const operation of operations) {
    if (!isOperation(operation)) throw new PatchError(`not a JSON Patch operation: ${JSON.stringify(operation)}`);
    take(copy, operation, lenient);
  }
  return copy;
}

function isOperation(given: unknown): boolean {
  if (!isRecord(given) || typeof given['path'] !== 'string') return false;
  const { op, from } = given;
  if (op === 'copy' || op === 'move') return typeof from === 'string';
  return op === 'add' || op === 'replace' || op === 'test' || op === 'remove';
}

function take(document: unknown, operation: PatchOperation, lenient: boolean): void {
  const { op, path } = operation;
  switch (op) {
    case 'test':
      test(document, operation, lenient);
      return;
    case 'remove':
      remove(document, op, path);
      return;
    case 'replace':
      if (!lenient || Array.isArray(findParent(document, path))) getExisting(document, op, path);
      write(document, { ...operation, inserts: false });
      return;
    case 'add':
      write(document, { ...operation, inserts: true });
      return;
    default: {
      const value = getExisting(document, op, operation.from);
      if (op === 'move') remove(document, op, operation.from);
      write(document, { op, path, value, inserts: true });
    }
  }
}

function test(document: unknown, { path, value }: Extract<PatchOperation, { value: unknown }>, lenient: boolean): void {
  if (lenient && findParent(document, path) === undefined)
    throw new PatchError(`cannot test ${path}: it does not exist`);
  if (!lenient) getExisting(document, 'test', path);
  if (isDeepStrictEqual(getAtPointer(document, path) ?? null, value ?? null)) return;
  throw new PatchError(`cannot test ${path}: the value differs`);
}

interface Write {
  readonly op: string;
  readonly path: string;
  readonly value: unknown;
  /** Whether a write to a list inserts an item. Otherwise it replaces one. */
  readonly inserts: boolean;
}

function write(document: unknown, { op, path, value, inserts }: Write): void {
  const parent = findParent(document, path);
  const name = getLastName(path);
  const own = structuredClone(value);
  if (isRecord(parent)) Object.defineProperty(parent, name, { value: own, ...ofData });
  else if (!Array.isArray(parent)) throw new PatchError(`cannot ${op} ${path}: add ${getParentPath(path)} first`);
  else if (inserts) parent.splice(placeIn(parent, name, `cannot ${op} ${path}`), 0, own);
  else parent[Number(name)] = own;
}

function placeIn(list: readonly unknown[], name: string, failed: string): number {
  if (name === '-') return list.length;
  if (/^(0|[1-9]\d*)$/.test(name) && Number(name) <= list.length) return Number(name);
  throw new PatchError(`${failed}: the list has ${list.length} items; use - to append one`);
}

function remove(document: unknown, op: string, path: string): void {
  getExisting(document, op, path);
  const parent = findParent(document, path) as JsonContainer;
  if (Array.isArray(parent)) parent.splice(Number(getLastName(path)), 1);
  else Reflect.deleteProperty(parent, getLastName(path));
}

function getExisting(document: unknown, op: string, path: string): unknown {
  const value = path === '' ? undefined : getAtPointer(document, path);
  if (value === undefined) throw new PatchError(`cannot ${op} ${path}: it does not exist`);
  return value;
}

/**
 * Returns `undefined` for the path of the whole document, which has no parent, so that operations cannot replace it.
 */
function findParent(document: unknown, path: string): unknown {
  return path === '' ? undefined : getAtPointer(document, getParentPath(path));
}

function getParentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function getLastName(path: string): string {
  return parsePointer(path).at(-1) ?? '';
}
