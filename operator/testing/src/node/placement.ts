import { createHash } from 'node:crypto';

import { apiVersionOf, type Kind } from '@kubewright/runtime/internal/base';
import type { Sent } from '@kubewright/runtime/internal/client';
import { imageExpression, type ImageProgram } from '../images/index.ts';

const admission = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false } as const;

export const policyKind: Kind = {
  ...admission,
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
};
export const bindingKind: Kind = {
  ...admission,
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
};

/** Label and taint of the node: whoever is sent there selects the one and tolerates the other. */
export const placementKey = 'node.kubewright.dev/processes';
const value = 'true';
const name = 'kubewright-processes';

export const placementTaint = { key: placementKey, value, effect: 'NoSchedule' } as const;
export const placementLabel = { [placementKey]: value } as const;

/**
 * An image that nobody uses and that is sent to the node by the policy for exactly these `images`: whether it is shows
 * whether the API server knows the policy by now.
 */
export function probeImage(images: readonly ImageProgram[]): string {
  const expressions = images.map(({ match }) => imageExpression(match)).join('\n');
  return `placement-probe.kubewright.dev/${createHash('sha256').update(expressions).digest('hex').slice(0, 16)}`;
}

type Named = Sent & { readonly metadata: { readonly name: string } };

/**
 * What sends Pods to the node: those with a container (init containers do not count) whose image is mapped to a program.
 * Placement belongs to the cluster, not to the manifests: they run as shipped, and a Pod that must be real cannot end
 * up as a simulated one.
 */
export function placementPolicy(images: readonly ImageProgram[]): readonly [policy: Named, binding: Named] {
  const spec = {
    failurePolicy: 'Fail',
    reinvocationPolicy: 'Never',
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    },
    matchConditions: [{ name: 'runs-as-a-process', expression: matchExpression(images) }],
    mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: `${selectNode} + ${tolerateTaint}` } }],
  };
  return [
    { apiVersion: apiVersionOf(policyKind), kind: policyKind.kind, metadata: { name }, spec },
    {
      apiVersion: apiVersionOf(bindingKind),
      kind: bindingKind.kind,
      metadata: { name },
      spec: { policyName: name },
    },
  ];
}

/** CEL: whether one of the Pod's images is among `images`. */
export function matchExpression(images: readonly ImageProgram[]): string {
  const all = [...images.map(({ match }) => match), probeImage(images)];
  const expressions = all.map((match) => `(?:${imageExpression(match)})`);
  return `object.spec.containers.exists(c, has(c.image) && c.image.matches(${celString(expressions.join('|'))}))`;
}

const pointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const selectNode = `(has(object.spec.nodeSelector)
  ? [JSONPatch{op: "add", path: "/spec/nodeSelector/${pointer(placementKey)}", value: "${value}"}]
  : [JSONPatch{op: "add", path: "/spec/nodeSelector", value: {"${placementKey}": "${value}"}}])`;

const toleration = `Object.spec.tolerations{key: "${placementKey}", operator: "Exists", effect: "NoSchedule"}`;

const tolerateTaint = `(has(object.spec.tolerations)
  ? [JSONPatch{op: "add", path: "/spec/tolerations/-", value: ${toleration}}]
  : [JSONPatch{op: "add", path: "/spec/tolerations", value: [${toleration}]}])`;

/** JSON's strings are CEL's, but for the escape of a lone surrogate, which no image has. */
function celString(text: string): string {
  return JSON.stringify(text);
}
