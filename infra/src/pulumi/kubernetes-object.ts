import { apiextensions, core } from '@pulumi/kubernetes';
import type { CustomResource, CustomResourceOptions } from '@pulumi/pulumi';

import type { Manifest } from './manifest.ts';

type ResourceClass = new (name: string, args: Manifest, opts: CustomResourceOptions) => CustomResource;

/**
 * Registers any Kubernetes object. The provider handles it as what it is: the type comes from `apiVersion` and `kind`.
 *
 * Throws if the core group has no such kind.
 */
export function kubernetesObject(name: string, manifest: Manifest, opts: CustomResourceOptions): CustomResource {
  if (manifest.apiVersion !== 'v1') return new apiextensions.CustomResource(name, { ...manifest }, opts);
  // The provider refuses a type without a group from the class above, so the core group has its own classes.
  const CoreResource = (core.v1 as unknown as Readonly<Record<string, ResourceClass | undefined>>)[manifest.kind];
  if (CoreResource === undefined) throw new Error(`failed to deploy ${name}: v1 has no kind ${manifest.kind}`);
  return new CoreResource(name, manifest, opts);
}
