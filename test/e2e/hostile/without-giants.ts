import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { buildPath } from '../../../operator/runtime/src/client/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { giant } from './hostile-resource.ts';

const admission = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false };
const policy: Kind = { ...admission, kind: 'ValidatingAdmissionPolicy', plural: 'validatingadmissionpolicies' };
const binding: Kind = { ...policy, kind: `${policy.kind}Binding`, plural: 'validatingadmissionpolicybindings' };
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };

/** Prevents Pods of objects in the scope that ask for as many Pods as the API server accepts. */
export async function blockGiants(scope: Scope): Promise<AsyncDisposable> {
  const { client, namespace: name } = scope;
  const apiVersion = `${admission.group}/${admission.version}`;
  const [policies, bindings] = [client.resource(policy), client.resource(binding)];
  const validations = [{ expression: `!object.metadata.name.startsWith('${giant}')`, message: 'no giants' }];
  const matchResources = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } };
  await policies.create({
    ...{ apiVersion, kind: policy.kind, metadata: { name } },
    ...{ spec: { matchConstraints: { resourceRules: [rule] }, validations } },
  });
  await bindings.create({
    ...{ apiVersion, kind: binding.kind, metadata: { name } },
    ...{ spec: { policyName: name, validationActions: ['Deny'], matchResources } },
  });
  await until('the API server rejects giants', () => isRejectingGiants(scope));
  return {
    async [Symbol.asyncDispose]() {
      await bindings.delete({ name }, { propagation: 'Background' });
      await policies.delete({ name }, { propagation: 'Background' });
    },
  };
}

async function isRejectingGiants({ client, namespace }: Scope): Promise<boolean> {
  const body = {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { generateName: giant } },
    spec: { containers: [{ name: 'giant', image: 'example.com/giant:1' }] },
  };
  const path = buildPath(Pod, { namespace });
  const { status } = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
  return status >= 400;
}
