import { apiextensions } from '@pulumi/kubernetes';
import { getVersion } from '@pulumi/kubernetes/utilities';
import { CustomResource, type CustomResourceOptions, type Inputs, secret } from '@pulumi/pulumi';

import type { Manifest } from './manifest.ts';

/** Registers any Kubernetes object, with the type of its `apiVersion` and `kind`. What a Secret holds is secret in the state. */
export function kubernetesObject(name: string, manifest: Manifest, opts: CustomResourceOptions): CustomResource {
  if (manifest.apiVersion !== 'v1') return new apiextensions.CustomResource(name, { ...manifest }, opts);
  // The provider refuses the class above for types without a group.
  return new CoreObject(`kubernetes:core/v1:${manifest.kind}`, name, inputsOf(manifest), {
    version: getVersion(),
    ...opts,
    ...(isSecret(manifest) && { additionalSecretOutputs: [...secretFields] }),
  });
}

/** An object of the core group: any of its kinds, also those that the SDK does not have yet. */
class CoreObject extends CustomResource {}

const secretFields = ['data', 'stringData'] as const;

function isSecret({ apiVersion, kind }: Manifest): boolean {
  return apiVersion === 'v1' && kind === 'Secret';
}

function inputsOf(manifest: Manifest): Inputs {
  if (!isSecret(manifest)) return { ...manifest };
  const hidden = secretFields.filter((field) => manifest[field] !== undefined);
  return { ...manifest, ...Object.fromEntries(hidden.map((field) => [field, secret(manifest[field])])) };
}
