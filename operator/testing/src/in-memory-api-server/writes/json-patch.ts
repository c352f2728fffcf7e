import { memberOf } from '@kubewright/runtime/internal/base';
import { copyOf, isObject, sameJson } from '../json.ts';

/** A step that cannot be taken, or a test that fails. */
export class PatchFailure extends Error {
  override readonly name = 'PatchFailure';
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

type Holder = Record<string, unknown> | unknown[];

/** An assignment would set the prototype for the key `__proto__`. */
const ofData = { writable: true, enumerable: true, configurable: true };

/**
 * `target` after a JSON patch. RFC 6902, except that replacing a missing field adds it, as in the API server.
 *
 * Throws: `PatchFailure`.
 */
export function jsonPatched(target: unknown, operations: readonly unknown[]): unknown {
  const document = copyOf(target) as Holder;
  for (const operation of operations) {
    if (!isOperation(operation)) throw new PatchFailure('no operation');
    take(document, operation);
  }
  return document;
}

function isOperation(value: unknown): value is Operation {
  return isObject(value) && typeof value['op'] === 'string' && typeof value['path'] === 'string';
}

function take(document: Holder, operation: Operation): void {
  const step = memberOf(steps, operation.op);
  if (step === undefined) throw new PatchFailure(`operation ${operation.op}`);
  step(document, operation);
}

const steps: Readonly<Record<string, (document: Holder, operation: Operation) => void>> = {
  test(document, { path, value }) {
    if (!sameJson(valueOf(document, path) ?? null, value ?? null)) throw new PatchFailure(`test ${path}`);
  },
  add: (document, { path, value }) => {
    write(document, path, { value, inserts: true });
  },
  replace: (document, { path, value }) => {
    write(document, path, { value, inserts: false });
  },
  remove: (document, { path }) => {
    remove(document, path);
  },
  move(document, { path, from = '' }) {
    const value = existing(document, from);
    remove(document, from);
    write(document, path, { value, inserts: true });
  },
  copy(document, { path, from = '' }) {
    write(document, path, { value: copyOf(existing(document, from)), inserts: true });
  },
};

function write(document: Holder, path: string, { value, inserts }: { value: unknown; inserts: boolean }): void {
  const { holder, name } = placeOf(document, path);
  if (!Array.isArray(holder)) Object.defineProperty(holder, name, { value, ...ofData });
  else if (inserts) holder.splice(indexIn(holder, name, holder.length), 0, value);
  else holder[indexIn(holder, name, holder.length - 1)] = value;
}

function remove(document: Holder, path: string): void {
  existing(document, path);
  const { holder, name } = placeOf(document, path);
  if (Array.isArray(holder)) holder.splice(indexIn(holder, name, holder.length - 1), 1);
  else Reflect.deleteProperty(holder, name);
}

function existing(document: Holder, path: string): unknown {
  const value = valueOf(document, path);
  if (value === undefined) throw new PatchFailure(`nothing at ${path}`);
  return value;
}

function valueOf(document: Holder, path: string): unknown {
  const { holder, name } = placeOf(document, path);
  return Array.isArray(holder) ? holder[indexIn(holder, name, holder.length - 1)] : memberOf(holder, name);
}

function placeOf(document: Holder, path: string): { holder: Holder; name: string } {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop();
  if (last === undefined) throw new PatchFailure('the whole document');
  let at: unknown = document;
  for (const name of names)
    at = Array.isArray(at) ? at[indexIn(at, name, at.length - 1)] : isObject(at) ? memberOf(at, name) : undefined;
  if (!isObject(at) && !Array.isArray(at)) throw new PatchFailure(`nothing above ${path}`);
  return { holder: at as Holder, name: last };
}

function indexIn(list: readonly unknown[], name: string, last: number): number {
  const index = name === '-' ? list.length : Number(name);
  if (!/^(-|0|[1-9]\d*)$/.test(name) || index > last) throw new PatchFailure(`no item ${name}`);
  return index;
}
