import { olmBundle } from '@kubewright/infra/olm';

import type { PlainObject } from '@kubewright/declaration';
import { objectsOfBundle } from '../olm/objects-of-bundle.ts';
import { withRights } from './rights.ts';
import { samplesAndStore, type Way } from './way.ts';

/** Environments that serve all namespaces, or named ones; that keep their definitions; that run Pets, or leave them out. */
const [whole, limited] = [['embedded', 'staging', 'production'], ['dev']];
const kept = ['dev', 'staging', 'production'];
const [withPets, small] = [
  ['embedded', 'dev'],
  ['staging', 'production'],
];

/** What OLM creates from a bundle of the environment, where an OperatorGroup chooses the environment's namespaces. */
export const olm: Way = {
  name: 'OLM',
  objects({ namespaces = [], ...environment }, declaration) {
    const bundle = olmBundle({
      environment,
      ...(declaration && { declaration }),
      maintainers: { Kubewright: 'kubewright@example.com' },
      provider: { name: 'Kubewright' },
    });
    const created = objectsOfBundle(bundle, { namespace: environment.namespace, targets: namespaces });
    return (created as readonly PlainObject[]).map(withOurName);
  },
  // OLM makes one role of all rules: it is rights that can be compared.
  compared: (objects) => withRights(objects, 'kubewright'),
  additions: [
    {
      what: 'no namespaces: the user creates that of the operator, with an OperatorGroup',
      where: /^\[Namespace [^\]]+\]$/,
    },
    {
      what: 'no admission policies',
      where: /^\[ValidatingAdmissionPolicy(Binding)? \S+-web-server-foo\]$/,
      onlyIn: whole,
    },
    {
      what: 'no guard against removal',
      where:
        /^\[ValidatingAdmissionPolicy(Binding)? \S+-removal\]$|^\[LimitRange \S+-in-use\]$|\.env\[IN_USE_NAME\]|^\[Rights \S+\]\.rights\[\S+ \w+ limitranges \S+-in-use\]$/,
      onlyIn: withPets,
    },
    {
      what: 'no guard against a rollback of definitions: OLM has no rollback',
      where: /^\[(Mutating|Validating)AdmissionPolicy(Binding)? \S+-crd-rollback\]$/,
    },
    {
      what: 'no samples and no pet store',
      where: samplesAndStore(),
      onlyIn: withPets,
    },
    {
      what: 'no annotations that keep definitions: OLM never deletes one',
      where:
        /^\[CustomResourceDefinition \S+\]\.metadata\.annotations\[(argocd\.argoproj\.io|helm\.sh|kustomize\.toolkit\.fluxcd\.io)\//,
      onlyIn: kept,
    },
    {
      what: 'no definitions of kinds whose controllers do not run, and no roles for them',
      where: /^\[(CustomResourceDefinition pets\.\S+|ClusterRole kubewright-pet-(admin|edit|view))\]$/,
      onlyIn: small,
    },
    {
      what: 'the ServiceAccount has no labels, and mounts its token as is the default',
      where: /^\[ServiceAccount \S+\]\.(metadata\.labels|automountServiceAccountToken)/,
    },
    {
      what: 'WATCH_NAMESPACE comes from the OperatorGroup',
      where: /^\[Deployment \S+\]\.spec\.template\.spec\.containers\[operator\]\.env\[WATCH_NAMESPACE\]/,
    },
    {
      what: 'one role of all rules, in every namespace that is served and in that of the operator',
      where: /^\[Rights \S+\]\.rights\[\S+ \w+ leases\.coordination\.k8s\.io/,
    },
    {
      what: 'one role of all rules, in every namespace that is served and in that of the operator',
      where: /^\[Rights \S+\]\.rights\[kubewright-system (?!\w+ limitranges)/,
      onlyIn: limited,
    },
    {
      what: 'the right to read namespaces, where all are served',
      where: /^\[Rights \S+\]\.rights\[\* (get|list|watch) namespaces\]$/,
      onlyIn: whole,
    },
    {
      what: 'webhooks use the certificate of OLM: no Secret, and no right to write one, or a configuration',
      where:
        /^\[Secret \S+-webhooks\]$|^\[Rights \S+\]\.rights\[\S+ \w+ (secrets|validatingwebhookconfigurations)|\.env\[WEBHOOK_CERT_DIR\]/,
      onlyIn: whole,
    },
    {
      what: 'the Service and the configurations of webhooks have names of OLM, and no labels',
      where:
        /^\[(Service|ValidatingWebhookConfiguration) \S+-webhooks\S*\]\.(metadata\.labels|spec\.ports)|\.clientConfig\.service\.name$/,
      onlyIn: whole,
    },
    {
      what: 'webhooks have no matchConditions, and the namespaceSelector of the OperatorGroup',
      where: /^\[ValidatingWebhookConfiguration \S+\]\.webhooks\[[^\]]+\]\.(matchConditions|namespaceSelector)/,
      onlyIn: whole,
    },
    {
      what: 'webhooks are served in named namespaces, too: their configurations are written by OLM',
      where:
        /\.env\[WEBHOOKS_ENABLED\]|\.env\[WEBHOOK_CERT_DIR\]|\.ports\[webhooks\]|\.terminationGracePeriodSeconds$|^\[(NetworkPolicy|Service|ValidatingWebhookConfiguration) \S+-webhooks\S*\]$/,
      onlyIn: limited,
    },
  ],
};

/** The names that the charts give, where OLM gives other ones. */
function withOurName(object: PlainObject): PlainObject {
  const { kind, metadata } = object;
  const names: Readonly<Record<string, string>> = {
    'Service kubewright-service': 'kubewright-webhooks',
    'ValidatingWebhookConfiguration validate.scheduled-echo.kubewright': 'kubewright-webhooks-scheduled-echo',
  };
  return { ...object, metadata: { ...metadata, name: names[`${kind} ${metadata.name}`] ?? metadata.name } };
}
