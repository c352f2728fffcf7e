import type { JsonPatchOperation } from '../../../operator/runtime/src/client/index.ts';

/** A value that is no object and no list, and the JSON pointer to it (RFC 6901). */
export interface Leaf {
  readonly pointer: string;
  readonly value: unknown;
}

/** All leaves of `value`. */
export function leavesOf(value: unknown, pointer = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, pointerTo(pointer, name)));
}

/** The value at `pointer`, if there is one. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
}

/** A patch that replaces the value at a pointer. */
export function replaced(pointer: string, value: unknown): readonly JsonPatchOperation[] {
  return [{ op: 'replace', path: pointer, value }];
}

/** A patch that adds a value at a pointer, or replaces the one there. */
export function added(pointer: string, value: unknown): readonly JsonPatchOperation[] {
  return [{ op: 'add', path: pointer, value }];
}

/** A patch that removes the value at a pointer. */
export function removed(pointer: string): readonly JsonPatchOperation[] {
  return [{ op: 'remove', path: pointer }];
}

/** The pointer to a member of the value at `pointer`. */
export function pointerTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
