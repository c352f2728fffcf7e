import { formatTitle, type PlainObject } from '@kubewright/declaration';

import type { Kubectl } from './cluster.ts';

/** Label of the CRDs whose conversion `kubewright dev` has registered. */
const devLabel = String.raw`kubewright\.dev/dev`;

/**
 * Returns a CRD without its conversion if the API server rejects the conversion because `kubewright dev` has registered
 * its own in the cluster, with a URL where manifests have a Service. `undefined` in all other cases.
 *
 * @param errors of `kubectl diff` for this object
 */
export async function withoutDevConversion(
  object: PlainObject,
  errors: string,
  kubectl: Kubectl,
): Promise<PlainObject | undefined> {
  const { spec } = object as PlainObject & { readonly spec?: { readonly conversion?: unknown } };
  if (object.kind !== 'CustomResourceDefinition' || spec?.conversion === undefined) return undefined;
  if (!/\bspec\.conversion\b/.test(errors)) return undefined;
  const output = `jsonpath={.metadata.labels.${devLabel}}`;
  const { stdout } = await kubectl(['get', 'crd', object.metadata.name, '--ignore-not-found', '-o', output]);
  if (stdout === '') return undefined;
  const { conversion: _, ...others } = spec;
  return { ...object, spec: others };
}

/** A warning about a CRD that is compared without its conversion. */
export function formatDevWarning(crd: PlainObject): string {
  return `Warning: ${formatTitle(crd)} is compared without its conversion, because "kubewright dev" has registered its own; an apply is rejected until dev quits`;
}
