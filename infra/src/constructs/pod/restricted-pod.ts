import { JsonPatch } from 'cdk8s';

import { user } from './container.ts';

/** The path of the Pod spec in a Deployment. */
export const pod = '/spec/template/spec';

/** The parts that differ between our Pods. */
export interface RestrictedPodOptions {
  /** Names of Secrets with credentials for the registry. @default - none */
  readonly pullSecrets?: readonly string[] | undefined;
  /** Further fields of the Pod's security context. @default - none */
  readonly security?: object | undefined;
}

/** Patches of a Deployment of cdk8s-plus, for fields of the Pod spec that cdk8s-plus does not support. */
export function restrictedPod({ pullSecrets = [], security = {} }: RestrictedPodOptions): JsonPatch[] {
  const references = pullSecrets.map((name) => ({ name }));
  return [
    JsonPatch.replace(`${pod}/securityContext`, {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      ...security,
      seccompProfile: { type: 'RuntimeDefault' },
    }),
    // Otherwise a Service named "metrics" in the namespace would set METRICS_PORT to its address.
    JsonPatch.add(`${pod}/enableServiceLinks`, false),
    ...(references.length > 0 ? [JsonPatch.add(`${pod}/imagePullSecrets`, references)] : []),
    ...restatedDefaults.map((path) => JsonPatch.remove(path)),
  ];
}

/** Fields that cdk8s-plus sets to the defaults of Kubernetes. They are removed. */
const restatedDefaults = [
  '/spec/minReadySeconds',
  '/spec/progressDeadlineSeconds',
  `${pod}/dnsPolicy`,
  `${pod}/hostNetwork`,
  `${pod}/restartPolicy`,
  `${pod}/setHostnameAsFqdn`,
];
