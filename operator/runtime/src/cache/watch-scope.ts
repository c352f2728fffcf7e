import type { ObjectKey } from '../base/index.ts';
import type { Selection } from '../client/index.ts';

/** The objects that one watch shows. Empty for all of the kind. */
export interface WatchScope {
  /** @default - all namespaces */
  readonly namespace?: string | undefined;
  /** The name of the only object. @default - every name */
  readonly name?: string | undefined;
}

/** Equal for equal scopes. */
export function formatScope({ namespace = '', name = '' }: WatchScope): string {
  return `${namespace}/${name}`;
}

/** The scopes that contain `key`, as text, from the widest one. */
export function formatScopesOf({ namespace, name }: ObjectKey): readonly string[] {
  return [{}, { namespace }, { name }, { namespace, name }].map(formatScope);
}

/** The objects of `selection` in a scope. */
export function selectScope(selection: Omit<Selection, 'namespace'>, { namespace, name }: WatchScope): Selection {
  const named = name === undefined ? undefined : `metadata.name=${escapeValue(name)}`;
  const fields = [selection.fieldSelector, named].filter((each) => each !== undefined);
  return {
    ...selection,
    ...(namespace !== undefined && { namespace }),
    ...(fields.length > 0 && { fieldSelector: fields.join(',') }),
  };
}

/** A name may come from a spec. https://pkg.go.dev/k8s.io/apimachinery/pkg/fields#EscapeValue */
function escapeValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}
