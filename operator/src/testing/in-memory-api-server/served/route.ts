import type { ApiRequest } from '../../../runtime/client/index.ts';
import { Refusal, statusAnswer, unsupported } from '../refusal.ts';
import type { ServedKind } from './served-kind.ts';

/** What a request is about. */
export interface Route {
  readonly served: ServedKind;
  /** Absent for all namespaces, and for what is in none. */
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: 'status';
}

const notServed = new Refusal(
  statusAnswer(404, 'NotFound', { message: 'the server could not find the requested resource', details: {} }),
);

/** A path that nobody serves is answered with a text. */
const nothingThere = new Refusal({ status: 404, body: '404 page not found\n' });

/** Finds what a path means. https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris */
export function routeOf({ path }: Pick<ApiRequest, 'path'>, kinds: readonly ServedKind[]): Route {
  const parts = path.split('/').slice(1).map(decodeURIComponent);
  const apiVersion = parts[0] === 'api' ? parts[1] : parts.slice(1, 3).join('/');
  const rest = parts.slice(parts[0] === 'api' ? 2 : 3);
  if (rest.length === 0 || (parts[0] !== 'api' && parts[0] !== 'apis')) throw unsupported(`answer to ${path}`);
  const isInNamespace = rest[0] === 'namespaces' && rest.length > 2 && !isPartOfNamespace(rest[2]);
  const [plural, name, subresource, ...more] = isInNamespace ? rest.slice(2) : rest;
  const served = kinds.find((each) => each.apiVersion === apiVersion && each.kind.plural === plural);
  if (served === undefined || more.length > 0) throw nothingThere;
  if (isInNamespace && !served.kind.namespaced) throw nothingThere;
  return {
    served,
    ...(isInNamespace && { namespace: rest[1] ?? '' }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource: subresourceOf(subresource, served) }),
  };
}

function isPartOfNamespace(name: string | undefined): boolean {
  return name === 'status' || name === 'finalize';
}

function subresourceOf(name: string, { kind, hasStatus }: ServedKind): 'status' {
  if (name !== 'status') throw unsupported(`serve the subresource ${name} of ${kind.plural}`);
  if (!hasStatus) throw notServed;
  return name;
}
