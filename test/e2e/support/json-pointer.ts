import { type PatchOperation, pointerTo } from '@kubewright/declaration';

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

/** A patch that replaces the value at a pointer. */
export function replaced(pointer: string, value: unknown): readonly PatchOperation[] {
  return [{ op: 'replace', path: pointer, value }];
}

/** A patch that adds a value at a pointer, or replaces the one there. */
export function added(pointer: string, value: unknown): readonly PatchOperation[] {
  return [{ op: 'add', path: pointer, value }];
}

/** A patch that removes the value at a pointer. */
export function removed(pointer: string): readonly PatchOperation[] {
  return [{ op: 'remove', path: pointer }];
}
