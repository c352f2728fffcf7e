import { formatApiVersion } from '../../../operator/runtime/src/base/index.ts';
import type { Client, Sent } from '../../../operator/runtime/src/client/index.ts';
import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import { getPolicyKinds } from '../../../operator/control-plane/src/node/placement.ts';
import { until } from '../../support/until.ts';
import type { FaultCluster } from './fault-cluster.ts';

/** The registry in specs, and the one with which the policy replaces it. */
export const registry = 'example.com/';
export const mirror = 'mirror.example.com/';

/**
 * Makes the API server rewrite the images of all Deployments in a namespace; waits until the policy is in force.
 * https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
export async function mirrorImages({ client, controlPlane }: FaultCluster, namespace: string): Promise<void> {
  const { policy: policyKind, binding: bindingKind } = getPolicyKinds(controlPlane.versions.kubernetes);
  const image = 'object.spec.template.spec.containers[0].image';
  const rule = {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    operations: ['CREATE', 'UPDATE'],
    resources: ['deployments'],
  };
  const patch = `[JSONPatch{op: "replace", path: "/spec/template/spec/containers/0/image", value: "mirror." + ${image}}]`;
  const metadata = { name: namespace };
  await client.resource(policyKind).create({
    ...{ apiVersion: formatApiVersion(policyKind), kind: policyKind.kind, metadata },
    ...{
      spec: {
        failurePolicy: 'Fail',
        reinvocationPolicy: 'Never',
        matchConstraints: { resourceRules: [rule] },
        matchConditions: [{ name: 'not-mirrored', expression: `${image}.startsWith("${registry}")` }],
        mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: patch } }],
      },
    },
  });
  const matchResources = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } };
  await client.resource(bindingKind).create({
    ...{ apiVersion: formatApiVersion(bindingKind), kind: bindingKind.kind, metadata },
    ...{ spec: { policyName: namespace, matchResources } },
  });
  await until('images are mirrored', async () => (await readProbeImage(client, namespace)).startsWith(mirror));
}

/** Creates a Deployment in a dry run. Returns its image. */
async function readProbeImage(client: Client, namespace: string): Promise<string> {
  const labels = { app: 'probe' };
  const probe: Sent & object = {
    ...{ apiVersion: formatApiVersion(Deployment), kind: Deployment.kind, metadata: { namespace, name: 'probe' } },
    ...{
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: `${registry}a` }] } },
      },
    },
  };
  const { body } = await client.transport.call({
    method: 'POST',
    path: `/apis/apps/v1/namespaces/${namespace}/deployments`,
    query: { dryRun: 'All' },
    body: probe,
  });
  return (body as Deployment).spec.template.spec?.containers[0]?.image ?? '';
}
