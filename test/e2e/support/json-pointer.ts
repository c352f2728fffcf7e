import type { JsonPatchOperation } from '../../../operator/runtime/src/client/index.ts';

/** A value that is no object and no list, and where it stands: RFC 6901. */
export interface Leaf {
  readonly pointer: string;
  readonly value: unknown;
}

/** All leaves of `value`. */
export function leavesOf(value: unknown, pointer = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, pointerTo(pointer, name)));
}

/** What stands at `pointer`, if anything does. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
}

/** A patch that replaces what stands at a pointer. */
export function replaced(pointer: string, value: unknown): readonly JsonPatchOperation[] {
  return [{ op: 'replace', path: pointer, value }];
}

/** A patch that puts something where nothing stands, or something else. */
export function added(pointer: string, value: unknown): readonly JsonPatchOperation[] {
  return [{ op: 'add', path: pointer, value }];
}

/** A patch that removes what stands at a pointer. */
export function removed(pointer: string): readonly JsonPatchOperation[] {
  return [{ op: 'remove', path: pointer }];
}

/** The pointer to a member of what `pointer` points to. */
export function pointerTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
