import type { ExternalDocs } from './json-schema.ts';

const infix = ', as in Kubernetes ';
const reference = 'https://kubernetes.io/docs/reference/generated/kubernetes-api/';

/**
 * The `externalDocs` of a schema that is one of Kubernetes' own types: the type's name, and the URL of its API
 * reference.
 *
 * @param release such as `v1.36`
 */
export function linkKubernetesType(type: string, release: string): ExternalDocs {
  const anchor = `${type.toLowerCase()}-v1-${type === 'LabelSelector' ? 'meta' : 'core'}`;
  return { description: `${type}${infix}${release}`, url: `${reference}${release}/#${anchor}` };
}

/** The name of Kubernetes' own type that a schema links to, such as `PodTemplateSpec`; `undefined` for any other. */
export function getKubernetesType({ externalDocs }: { readonly externalDocs?: ExternalDocs }): string | undefined {
  const [type, release] = externalDocs?.description?.split(infix) ?? [];
  return release !== undefined && externalDocs?.url.startsWith(reference) === true ? type : undefined;
}
