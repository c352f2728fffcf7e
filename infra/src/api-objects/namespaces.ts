import type { Environment } from '../options/index.ts';
import { retainedAnnotations, restricted } from '../plan/index.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';

type Texts = Readonly<Record<string, string>>;

/** Pure: builds the operator's namespace, unless the environment says that it exists already. */
export function buildOwnNamespace(environment: Environment, recommended: Texts): ApiObjects {
  const { namespace, ownNamespace: own = {} } = environment;
  if (own.create === false) return {};
  const labels = { ...environment.labels, ...recommended, ...restricted, ...own.labels };
  return {
    [`namespace-${namespace}`]: buildNamespace(namespace, {
      labels,
      annotations: { ...environment.annotations, ...own.annotations },
    }),
  };
}

/** Pure: the namespaces for users' objects, with the deletion policy of the environment's CRDs. */
export function buildUserNamespaces(environment: Environment, recommended: Texts): ApiObjects {
  const labels = { ...environment.labels, ...recommended };
  const annotations = { ...environment.annotations, ...(environment.crds !== 'prune' && retainedAnnotations) };
  const names = environment.createNamespaces ?? [];
  return Object.fromEntries(names.map((name) => [`namespace-${name}`, buildNamespace(name, { labels, annotations })]));
}

export function buildStoreNamespace(environment: Environment, namespace: string, recommended: Texts): ApiObjects {
  const { annotations = {} } = environment;
  const labels = { ...environment.labels, ...recommended, ...restricted };
  return { [`namespace-${namespace}`]: buildNamespace(namespace, { labels, annotations }) };
}

function buildNamespace(name: string, marks: { readonly labels: Texts; readonly annotations: Texts }): ApiObjectData {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...marks } };
}
