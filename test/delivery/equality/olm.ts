import { buildOlmBundle } from '@kubewright/infra/olm';

import type { PlainObject } from '@kubewright/declaration';
import { buildBundleObjects } from '../olm/bundle-objects.ts';
import { replaceRoles } from './permissions.ts';
import { matchSamplesAndStore, type DeliveryMethod } from './delivery-method.ts';

/** Environments to compare. `whole`: those that serve all namespaces; `limited`: those that serve named ones. */
const [whole, limited] = [['embedded', 'staging', 'production'], ['dev']];
const kept = ['dev', 'staging', 'production'];
const [withPets, small] = [
  ['embedded', 'dev'],
  ['staging', 'production'],
];

/** The objects that OLM creates from a bundle of the environment. An OperatorGroup selects the namespaces. */
export const olm: DeliveryMethod = {
  name: 'OLM',
  objects({ namespaces = [], ...environment }, declaration) {
    const bundle = buildOlmBundle({
      environment,
      ...(declaration && { declaration }),
      maintainers: { Kubewright: 'kubewright@example.com' },
      provider: { name: 'Kubewright' },
    });
    const created = buildBundleObjects(bundle, { namespace: environment.namespace, targets: namespaces });
    return (created as readonly PlainObject[]).map(setOurName);
  },
  // OLM merges all rules into one role, so only permissions can be compared.
  compared: (objects) => replaceRoles(objects, 'kubewright'),
  additions: [
    {
      what: "leaves the OperatorGroup, the operator's namespace and those of `createNamespaces` to you",
      where: /^\[Namespace [^\]]+\]$/,
    },
    {
      what: 'leaves out admission policies',
      where: /^\[ValidatingAdmissionPolicy(Binding)? \S+-web-server-foo\]$/,
      onlyIn: whole,
    },
    {
      what: 'leaves out the removal guard',
      where:
        /^\[ValidatingAdmissionPolicy(Binding)? \S+-removal\]$|^\[LimitRange \S+-in-use\]$|\.env\[IN_USE_NAME\]|^\[Permissions \S+\]\.permissions\[\S+ \w+ limitranges \S+-in-use\]$/,
      onlyIn: withPets,
    },
    {
      what: 'leaves out the rollback guard, because OLM does not roll back',
      where: /^\[(Mutating|Validating)AdmissionPolicy(Binding)? \S+-crd-rollback\]$/,
    },
    {
      what: 'leaves out samples and the pet store',
      where: matchSamplesAndStore(),
      onlyIn: withPets,
    },
    {
      what: 'leaves out the annotations that retain CRDs, which OLM ignores: [v0 never deletes a CRD, v1 deletes them](olm.md)',
      where:
        /^\[CustomResourceDefinition \S+\]\.metadata\.annotations\[(argocd\.argoproj\.io|helm\.sh|kustomize\.toolkit\.fluxcd\.io)\//,
      onlyIn: kept,
    },
    {
      what: 'leaves out the CRDs and `aggregatedRoles` of kinds whose controllers do not run',
      where: /^\[(CustomResourceDefinition pets\.\S+|ClusterRole kubewright-pet-(admin|edit|view))\]$/,
      onlyIn: small,
    },
    {
      what: 'creates the ServiceAccount without labels, with an automounted token',
      where: /^\[ServiceAccount \S+\]\.(metadata\.labels|automountServiceAccountToken)/,
    },
    {
      what: 'takes `WATCH_NAMESPACE` from the OperatorGroup',
      where: /^\[Deployment \S+\]\.spec\.template\.spec\.containers\[operator\]\.env\[WATCH_NAMESPACE\]/,
    },
    {
      what: "grants all rules in one role, in each served namespace and in the operator's",
      where: /^\[Permissions \S+\]\.permissions\[\S+ \w+ leases\.coordination\.k8s\.io/,
    },
    {
      what: "grants all rules in one role, in each served namespace and in the operator's",
      where: /^\[Permissions \S+\]\.permissions\[kubewright-system (?!\w+ limitranges)/,
      onlyIn: limited,
    },
    {
      what: 'grants reading namespaces if the operator serves all of them',
      where: /^\[Permissions \S+\]\.permissions\[\* (get|list|watch) namespaces\]$/,
      onlyIn: whole,
    },
    {
      what: 'provides the webhook certificate, so the operator has no Secret for it, and no permissions to write this Secret and webhook configurations',
      where:
        /^\[Secret \S+-webhooks\]$|^\[Permissions \S+\]\.permissions\[\S+ \w+ (secrets|validatingwebhookconfigurations)|\.env\[WEBHOOK_CERT_DIR\]/,
      onlyIn: whole,
    },
    {
      what: 'names the Service and the webhook configurations itself, without labels',
      where:
        /^\[(Service|ValidatingWebhookConfiguration) \S+-webhooks\S*\]\.(metadata\.labels|spec\.ports)|\.clientConfig\.service\.name$/,
      onlyIn: whole,
    },
    {
      what: 'sets the `namespaceSelector` of webhooks to the namespaces of the OperatorGroup, and leaves out `matchConditions`',
      where: /^\[ValidatingWebhookConfiguration \S+\]\.webhooks\[[^\]]+\]\.(matchConditions|namespaceSelector)/,
      onlyIn: whole,
    },
    {
      what: 'serves webhooks also if the OperatorGroup selects namespaces, because OLM writes the webhook configurations',
      where:
        /\.env\[WEBHOOKS_ENABLED\]|\.env\[WEBHOOK_CERT_DIR\]|\.ports\[webhooks\]|\.terminationGracePeriodSeconds$|^\[(NetworkPolicy|Service|ValidatingWebhookConfiguration) \S+-webhooks\S*\]$/,
      onlyIn: limited,
    },
  ],
};

/** Replaces the names that OLM requires by the usual ones. */
function setOurName(object: PlainObject): PlainObject {
  const { kind, metadata } = object;
  const names: Readonly<Record<string, string>> = {
    'Service kubewright-service': 'kubewright-webhooks',
    'ValidatingWebhookConfiguration validate.scheduled-echo.kubewright': 'kubewright-webhooks-scheduled-echo',
  };
  return { ...object, metadata: { ...metadata, name: names[`${kind} ${metadata.name}`] ?? metadata.name } };
}
