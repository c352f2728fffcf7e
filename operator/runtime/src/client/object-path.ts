import type { Kind } from '../base/index.ts';

/** What a URL path addresses: all objects of a kind, those of a namespace, one object, or its subresource. */
export interface ObjectLocation {
  readonly namespace?: string | undefined;
  readonly name?: string;
  readonly subresource?: string;
}

/** Builds the URL path of a location. https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris */
export function buildPath(kind: Kind, { namespace, name, subresource }: ObjectLocation = {}): string {
  let path = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  if (kind.namespaced && namespace !== undefined) path += `/namespaces/${encodeURIComponent(namespace)}`;
  path += `/${encodeURIComponent(kind.plural)}`;
  if (name !== undefined) path += `/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${encodeURIComponent(subresource)}`;
}

/** Parses a path that `buildPath` has built. */
export function parsePath(kind: Kind, path: string): { namespace?: string; name?: string; subresource?: string } {
  const [first, second, ...more] = path.split('/').slice(kind.group === '' ? 3 : 4);
  const inNamespace = kind.namespaced && first === 'namespaces' && more.length > 0;
  const [name, subresource] = inNamespace ? more.slice(1) : [second, ...more];
  return {
    ...(inNamespace && second !== undefined && { namespace: decodeURIComponent(second) }),
    ...(name !== undefined && { name: decodeURIComponent(name) }),
    ...(subresource !== undefined && { subresource }),
  };
}
