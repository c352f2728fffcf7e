import { createHash } from 'node:crypto';

import { appendPointer } from '@kubewright/declaration';
import { formatApiVersion, type Kind, type Clock } from '@kubewright/runtime/internal/base';
import { type Sent, type Client, buildPath } from '@kubewright/runtime/internal/client';
import { Pod } from '@kubewright/runtime/kinds';

import type { BootstrapObject } from '../control-plane/components/kwok.ts';
import { buildImageExpression } from '../images/image-expression.ts';
import type { ImageProgram } from '../images/image-program.ts';

interface PolicyKinds {
  readonly policy: Kind;
  readonly binding: Kind;
}

/** Returns the kinds of mutating policies in a version of Kubernetes, such as `1.36.4` or `v1.36.4`. */
export function getPolicyKinds(kubernetes: string): PolicyKinds {
  const version = isMutatingPolicyBeta(kubernetes) ? 'v1beta1' : 'v1';
  const admission = { group: 'admissionregistration.k8s.io', version, namespaced: false } as const;
  return {
    policy: { ...admission, kind: 'MutatingAdmissionPolicy', plural: 'mutatingadmissionpolicies' },
    binding: { ...admission, kind: 'MutatingAdmissionPolicyBinding', plural: 'mutatingadmissionpolicybindings' },
  };
}

/** Whether mutating policies exist only in v1beta1, as in Kubernetes 1.34 and 1.35. */
export function isMutatingPolicyBeta(kubernetes: string): boolean {
  return /^v?1\.3[45]\./.test(kubernetes);
}

/** The key of the node's label and taint. Pods on the node select the label and tolerate the taint. */
export const placementKey = 'node.kubewright.dev/processes';
const value = 'true';
const name = 'kubewright-processes';

export const placementTaint = { key: placementKey, value, effect: 'NoSchedule' } as const;
export const placementLabel = { [placementKey]: value } as const;

/**
 * Returns an image that Pods do not use, and that the policy places on the node only if it has exactly these `images`.
 * If the API server would place a Pod with this image, it applies the current policy.
 */
export function probeImage(images: readonly ImageProgram[]): string {
  const expressions = images.map(({ match }) => buildImageExpression(match)).join('\n');
  return `placement-probe.kubewright.dev/${createHash('sha256').update(expressions).digest('hex').slice(0, 16)}`;
}

type NamedPolicy = Sent & { readonly metadata: { readonly name: string } };

/**
 * Builds the policy that places Pods on the node: Pods with a container (init containers do not count) whose image has
 * a program. The cluster decides the placement, so manifests run unchanged, and a Pod that must really run is never
 * simulated.
 */
export function buildPlacementPolicy(
  images: readonly ImageProgram[],
  { policy, binding }: PolicyKinds,
): readonly [policy: NamedPolicy, binding: NamedPolicy] {
  const spec = {
    failurePolicy: 'Fail',
    reinvocationPolicy: 'Never',
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    },
    matchConditions: [{ name: 'runs-as-a-process', expression: buildMatchExpression(images) }],
    mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: `${selectNode} + ${tolerateTaint}` } }],
  };
  return [
    { apiVersion: formatApiVersion(policy), kind: policy.kind, metadata: { name }, spec },
    {
      apiVersion: formatApiVersion(binding),
      kind: binding.kind,
      metadata: { name },
      spec: { policyName: name },
    },
  ];
}

/** Builds the policy and its binding for the API server of a version of Kubernetes. */
export function buildPlacementObjects(images: readonly ImageProgram[], kubernetes: string): readonly BootstrapObject[] {
  const kinds = getPolicyKinds(kubernetes);
  const [policy, binding] = buildPlacementPolicy(images, kinds);
  return [
    { path: buildPath(kinds.policy, policy.metadata), object: { ...policy } },
    { path: buildPath(kinds.binding, binding.metadata), object: { ...binding } },
  ];
}

/** Builds a CEL expression that is true if the Pod has one of `images`. */
export function buildMatchExpression(images: readonly ImageProgram[]): string {
  const all = [...images.map(({ match }) => match), probeImage(images)];
  const expressions = all.map((match) => `(?:${buildImageExpression(match)})`);
  return `object.spec.containers.exists(c, has(c.image) && c.image.matches(${toCelString(expressions.join('|'))}))`;
}

const selectNode = `(has(object.spec.nodeSelector)
  ? [JSONPatch{op: "add", path: "${appendPointer('/spec/nodeSelector', placementKey)}", value: "${value}"}]
  : [JSONPatch{op: "add", path: "/spec/nodeSelector", value: {"${placementKey}": "${value}"}}])`;

const toleration = `Object.spec.tolerations{key: "${placementKey}", operator: "Exists", effect: "NoSchedule"}`;

const tolerateTaint = `(has(object.spec.tolerations)
  ? [JSONPatch{op: "add", path: "/spec/tolerations/-", value: ${toleration}}]
  : [JSONPatch{op: "add", path: "/spec/tolerations", value: [${toleration}]}])`;

/**
 * Formats `text` as a CEL string. JSON strings are valid CEL strings, except for escapes of lone surrogates, which
 * image names do not contain.
 */
function toCelString(text: string): string {
  return JSON.stringify(text);
}

const pollMs = 25;

/**
 * An annotation that a kubelet sets on the mirror Pod of a static Pod. Such a Pod needs no ServiceAccount, which a
 * controller would have to create first.
 */
const mirrored = { 'kubernetes.io/config.mirror': 'placement-probe' };

/**
 * Waits until Pods with `image` are placed on the node, because a policy takes effect some time after its creation.
 * Checks with dry runs, which create no Pods.
 */
export async function waitUntilPlaced(
  image: string,
  { client, clock }: { readonly client: Client; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const body = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'placement-probe', annotations: mirrored },
    spec: { nodeName: 'none', containers: [{ name: 'probe', image }] },
  };
  const path = buildPath(Pod, { namespace: 'default' });
  const [key = ''] = Object.keys(placementLabel);
  for (;;) {
    const answer = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body, signal });
    const pod = answer.body as Partial<Pod>;
    if (answer.status < 300 && pod.spec?.nodeSelector?.[key] !== undefined) return;
    await clock.sleep(pollMs, signal);
  }
}
