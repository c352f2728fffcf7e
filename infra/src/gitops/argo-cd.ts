import { getAt, getGroup, getListAt, getMember } from '@kubewright/declaration';

import type { ArgoCdCluster, ArgoCdOptions, GitOps } from '../options/index.ts';
import { isRetainedByArgoCd, type ManifestObject, formatGitOpsName, type Stage } from './stage.ts';

/** The fields of Argo CD's Application that we write. */
export interface ArgoCdApplication {
  readonly apiVersion: 'argoproj.io/v1alpha1';
  readonly kind: 'Application';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
  };
  readonly spec: {
    readonly project: string;
    readonly source: { readonly repoURL: string; readonly targetRevision: string; readonly path: string };
    readonly destination: ArgoCdCluster & { readonly namespace?: string };
    readonly syncPolicy: ArgoCdSyncPolicy;
    readonly ignoreDifferences?: readonly IgnoredDifference[];
  };
}

/** When and how an Application is synced. */
export interface ArgoCdSyncPolicy {
  readonly automated?: { readonly prune: boolean; readonly selfHeal: boolean };
  readonly syncOptions?: readonly string[];
  readonly retry: {
    readonly limit: number;
    readonly backoff: { readonly duration: string; readonly factor: number; readonly maxDuration: string };
  };
}

/** GitOps with Argo CD. */
export interface ArgoCdGitOps extends GitOps {
  readonly argoCd: ArgoCdOptions;
}

/** Deletes the deployed objects before the Application itself. */
const cascade = 'resources-finalizer.argocd.argoproj.io';
const ownCluster = { server: 'https://kubernetes.default.svc' };
/**
 * Retries long enough for the previous stage to become ready: without the health check of Applications, Argo CD syncs
 * all stages at once.
 */
const retry = { limit: 10, backoff: { duration: '10s', factor: 2, maxDuration: '5m' } };

/**
 * Pure: an Application for each stage of an environment, each in a later sync wave.
 *
 * Guarantees: Argo CD applies objects server-side, which retains fields of other managers; it neither prunes retained
 * CRDs nor deletes them with their Application.
 */
export function buildArgoCdApplications(units: readonly Stage[], gitOps: ArgoCdGitOps): readonly ArgoCdApplication[] {
  return units.map((unit, wave) => {
    const isKept = isRetainedByArgoCd(unit);
    const ignoreDifferences = listIgnoredDifferences(unit.objects);
    return buildApplication([gitOps.name, unit.environment, unit.name], gitOps, {
      metadata: {
        annotations: { 'argocd.argoproj.io/sync-wave': String(wave) },
        ...(!isKept && { finalizers: [cascade] }),
      },
      source: buildSource(unit.folder, gitOps),
      destination: gitOps.argoCd.destinations?.[unit.environment] ?? ownCluster,
      syncPolicy: { ...buildSyncPolicy(gitOps, { prune: !isKept }), syncOptions: ['ServerSideApply=true'] },
      ...(ignoreDifferences.length > 0 && { ignoreDifferences }),
    });
  });
}

/**
 * Pure: the Application of an environment, which deploys the Applications of its stages into the namespace of Argo CD.
 *
 * @param folder path of their manifests in the folder of all manifests
 */
export function buildArgoCdAppOfApps(environment: string, folder: string, gitOps: ArgoCdGitOps): ArgoCdApplication {
  const { namespace = 'argocd' } = gitOps.argoCd;
  return buildApplication([gitOps.name, environment], gitOps, {
    metadata: { finalizers: [cascade] },
    source: buildSource(folder, gitOps),
    destination: { ...ownCluster, namespace },
    syncPolicy: buildSyncPolicy(gitOps, { prune: true }),
  });
}

interface ApplicationParts extends Omit<ArgoCdApplication['spec'], 'project'> {
  readonly metadata: Omit<ArgoCdApplication['metadata'], 'name' | 'namespace'>;
}

function buildApplication(
  name: readonly string[],
  { argoCd: { project = 'default', namespace = 'argocd' } }: ArgoCdGitOps,
  { metadata, ...spec }: ApplicationParts,
): ArgoCdApplication {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: formatGitOpsName(name), namespace, ...metadata },
    spec: { project, ...spec },
  };
}

function buildSource(folder: string, { path, argoCd }: ArgoCdGitOps): ArgoCdApplication['spec']['source'] {
  const { repository, revision = 'HEAD' } = argoCd;
  return { repoURL: repository, targetRevision: revision, path: path === '.' ? folder : `${path}/${folder}` };
}

function buildSyncPolicy({ argoCd }: ArgoCdGitOps, { prune }: { readonly prune: boolean }): ArgoCdSyncPolicy {
  return { ...((argoCd.automated ?? true) && { automated: { prune, selfHeal: true } }), retry };
}

/** Fields of one object that Argo CD does not compare. */
export interface IgnoredDifference {
  readonly group?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
}

/**
 * Pure: the fields that manifests omit because other managers write them at run time: `caBundle` of webhooks and
 * conversions, which the operator or cert-manager sets, and the data of a Secret. Argo CD still compares fields that a
 * manifest sets.
 */
function listIgnoredDifferences(objects: readonly ManifestObject[]): readonly IgnoredDifference[] {
  return objects.flatMap((object) => {
    const found = getMember(rules, object.kind)?.(object);
    if (found === undefined) return [];
    const { kind, metadata } = object;
    const { name, namespace } = metadata;
    const group = getGroup(object);
    return [{ ...(group !== '' && { group }), kind, name, ...(namespace !== undefined && { namespace }), ...found }];
  });
}

type Fields = Pick<IgnoredDifference, 'jsonPointers' | 'jqPathExpressions'>;

const rules: Readonly<Record<string, (object: ManifestObject) => Fields | undefined>> = {
  MutatingWebhookConfiguration: findWebhookFields,
  ValidatingWebhookConfiguration: findWebhookFields,
  CustomResourceDefinition: findConversionFields,
  Secret: findDataFields,
};

function findWebhookFields(object: ManifestObject): Fields | undefined {
  const open = getListAt(object, 'webhooks').filter((each) => getAt(each, 'clientConfig.caBundle') === undefined);
  const paths = open.map(
    (each) => `.webhooks[]? | select(.name == ${JSON.stringify(getAt(each, 'name'))}) | .clientConfig.caBundle`,
  );
  return paths.length === 0 ? undefined : { jqPathExpressions: paths };
}

function findConversionFields(object: ManifestObject): Fields | undefined {
  const isOpen = getAt(object, 'spec.conversion.webhook.clientConfig.caBundle') === undefined;
  const isConverted = getAt(object, 'spec.conversion.strategy') === 'Webhook';
  return isConverted && isOpen ? { jsonPointers: ['/spec/conversion/webhook/clientConfig/caBundle'] } : undefined;
}

function findDataFields(object: ManifestObject): Fields | undefined {
  return 'data' in object || 'stringData' in object ? undefined : { jsonPointers: ['/data'] };
}
