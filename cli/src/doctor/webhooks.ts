import { getListAt, getStringAt, type PlainObject } from '@kubewright/declaration';

import { type Installation, selectKinds } from '../render/manifests.ts';
import type { Cluster } from '../cluster.ts';
import { type CheckResult, error, type Finding } from './finding.ts';

/** The `clientConfig` of a webhook configuration, or of a CRD's conversion. */
interface ClientConfig {
  /** Kind and name of the object, such as `ValidatingWebhookConfiguration shops-webhooks-shop`. */
  readonly owner: string;
  readonly caBundle: string | undefined;
  readonly service: string | undefined;
}

/** Checks whether the API server can call the webhooks of an installed operator. */
export async function checkWebhooks(cluster: Cluster, installation: Installation): Promise<CheckResult> {
  const declared = selectKinds(
    installation,
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
    'CustomResourceDefinition',
  ).filter((object) => object.kind !== 'CustomResourceDefinition' || isConverted(object));
  const stored = await Promise.all(
    declared.map(({ kind, metadata }) => cluster.tryGet<PlainObject>(kind.toLowerCase(), metadata.name)),
  );
  const configs = stored.flatMap((object) => (object === undefined ? [] : listClientConfigs(object)));
  const services = [...new Set(configs.flatMap(({ service }) => service ?? []))];
  const findings = [
    ...declared.flatMap((object, index) => judgePresence(object, stored[index], installation)),
    ...configs.flatMap(judgeCaBundle),
    ...(await Promise.all(services.map((service) => judgeService(cluster, service, installation)))).flat(),
  ];
  return {
    check: 'webhooks',
    summary: declared.length === 0 ? 'none' : `${declared.length} with a CA and ready endpoints`,
    findings,
  };
}

function isConverted(crd: PlainObject): boolean {
  return getStringAt(crd, 'spec.conversion.strategy') === 'Webhook';
}

/** Lists the `clientConfig`s in a webhook configuration, or in the conversion of a CRD. */
function listClientConfigs(object: PlainObject): readonly ClientConfig[] {
  const isCrd = object.kind === 'CustomResourceDefinition';
  const configs = isCrd ? [object].filter(isConverted) : getListAt(object, 'webhooks');
  const prefix = isCrd ? 'spec.conversion.webhook.' : '';
  return configs.map((config) => ({
    owner: `${object.kind} ${object.metadata.name}`,
    caBundle: getStringAt(config, `${prefix}clientConfig.caBundle`),
    service: getStringAt(config, `${prefix}clientConfig.service.name`),
  }));
}

function judgePresence(
  { kind, metadata }: PlainObject,
  stored: PlainObject | undefined,
  { environment }: Installation,
): readonly Finding[] {
  const remedy = `run \`kubewright synth\`, then \`kubectl apply --server-side -k manifests/${environment}/operator\``;
  if (stored === undefined) {
    if (kind === 'CustomResourceDefinition') return []; // the check of the CRDs reports a missing CRD
    return [error(`the ${kind} ${metadata.name} does not exist, so the API server does not call the webhook`, remedy)];
  }
  if (kind !== 'CustomResourceDefinition' || isConverted(stored)) return [];
  const crds = remedy.replace('/operator`', '/crds`');
  return [error(`the CRD ${metadata.name} does not convert between its versions with the operator's webhook`, crds)];
}

function judgeCaBundle({ owner, caBundle }: ClientConfig): readonly Finding[] {
  if (caBundle !== undefined && caBundle !== '') return [];
  const remedy =
    'the operator sets it once its Pods are ready, cert-manager if the environment names an issuer: read their log';
  return [error(`the ${owner} has no caBundle, so the API server cannot verify the webhook's certificate`, remedy)];
}

interface Slice {
  readonly endpoints?: readonly { readonly conditions?: { readonly ready?: boolean } }[] | null;
}

async function judgeService(cluster: Cluster, name: string, { namespace }: Installation): Promise<readonly Finding[]> {
  const selector = `kubernetes.io/service-name=${name}`;
  const slices = await cluster.list<Slice>('endpointslices', '--namespace', namespace, '--selector', selector);
  const isReady = slices.some(
    ({ endpoints }) => endpoints?.some(({ conditions }) => conditions?.ready === true) ?? false,
  );
  if (isReady) return [];
  const remedy = `kubectl get pods,endpointslices --namespace ${namespace}; the API server rejects writes until a Pod is ready`;
  return [error(`the Service ${namespace}/${name} of the webhooks has no ready endpoint`, remedy)];
}
