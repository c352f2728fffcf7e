import { JsonPatch } from 'cdk8s';

import { user } from './container.ts';

/** Where a Deployment says what its Pods are. */
export const pod = '/spec/template/spec';

/** What Pods of ours differ in. */
export interface RestrictedPodOptions {
  /** Names of Secrets. @default - none */
  readonly pullSecrets?: readonly string[] | undefined;
  /** More for the Pod's security context. @default - nothing */
  readonly security?: object | undefined;
}

/** What a Deployment of ours says of its Pods beyond what cdk8s-plus can say, as patches of what cdk8s-plus made. */
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
    // Else a Service named "metrics" in the namespace would set METRICS_PORT to its address.
    JsonPatch.add(`${pod}/enableServiceLinks`, false),
    ...(references.length > 0 ? [JsonPatch.add(`${pod}/imagePullSecrets`, references)] : []),
    ...restatedDefaults.map((path) => JsonPatch.remove(path)),
  ];
}

/** What cdk8s-plus writes although it is what Kubernetes takes anyway, by the names that its objects have inside. */
const restatedDefaults = [
  '/spec/minReadySeconds',
  '/spec/progressDeadlineSeconds',
  `${pod}/dnsPolicy`,
  `${pod}/hostNetwork`,
  `${pod}/restartPolicy`,
  `${pod}/setHostnameAsFqdn`,
];
