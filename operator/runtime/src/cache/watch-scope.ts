import type { ObjectKey } from '../base/index.ts';
import type { Selection } from '../client/index.ts';

/** The objects that one watch receives. An empty scope stands for all objects of the kind. */
export interface WatchScope {
  /** The namespace of the objects. @default - all namespaces */
  readonly namespace?: string | undefined;
  /** The name of the only object. @default - all objects */
  readonly name?: string | undefined;
}

/** Formats a scope as a key: equal scopes have the same text. */
export function formatScope({ namespace = '', name = '' }: WatchScope): string {
  return `${namespace}/${name}`;
}

/** The keys of all scopes that contain the object of `key`, the widest first. */
export function formatScopesOf({ namespace, name }: ObjectKey): readonly string[] {
  return [{}, { namespace }, { name }, { namespace, name }].map(formatScope);
}

/** Restricts `selection` to the objects of a scope. */
export function selectScope(selection: Omit<Selection, 'namespace'>, { namespace, name }: WatchScope): Selection {
  const named = name === undefined ? undefined : `metadata.name=${escapeValue(name)}`;
  const fields = [selection.fieldSelector, named].filter((each) => each !== undefined);
  return {
    ...selection,
    ...(namespace !== undefined && { namespace }),
    ...(fields.length > 0 && { fieldSelector: fields.join(',') }),
  };
}

/**
 * Escapes a value for a field selector, because a name may come from a spec.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/fields#EscapeValue
 */
function escapeValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}
