import type { CertManagerIssuer, OperatorWebhooks } from '../options/index.ts';
import type { DeclaredApi, DeclaredConversion, DeclaredWebhook, OperatorDeclaration } from '../declaration/index.ts';
import { OptionError } from './option-errors.ts';

/** The webhooks of one installation. */
export interface WebhooksPlan {
  /** Name of the Service and of the Secret, and prefix of the configurations' names. */
  readonly name: string;
  readonly declared: readonly DeclaredWebhook[];
  readonly options: OperatorWebhooks;
  /** The namespaces that the operator serves; `undefined`: the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  /** The namespaces that the webhooks exclude. */
  readonly excludedNamespaces: readonly string[];
  readonly certificate: CertificatePlan;
}

/** Who issues the certificate. With `others`, it is external: the Pods mount its Secret, or have a folder with it. */
export type CertificatePlan =
  | { readonly by: 'operator' }
  | { readonly by: 'cert-manager'; readonly secret: string; readonly issuer: CertManagerIssuer }
  | {
      readonly by: 'others';
      /** The Secret with the certificate; `undefined` if the user mounts another volume. */
      readonly secret: string | undefined;
      readonly folder: string;
      readonly authorities: string | undefined;
    };

export interface WebhookInstallation {
  readonly name: string;
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** The option `webhooks` as the user set it. */
  readonly webhooks: OperatorWebhooks | false | undefined;
  readonly namespaces: readonly string[] | undefined;
}

/**
 * Pure: the webhooks of an installation; `undefined` without webhooks.
 *
 * Throws if the options contradict the declaration or each other.
 */
export function planWebhooks(
  declaration: OperatorDeclaration,
  installation: WebhookInstallation,
): WebhooksPlan | undefined {
  const { webhooks: declared = [] } = declaration;
  const { namespaces, webhooks = namespaces === undefined && {} } = installation;
  const [converted] = listConvertedApis(declaration);
  if (webhooks === false) {
    if (converted === undefined) return undefined;
    throw new OptionError(
      `${converted.kind} has several versions, which only webhooks can convert: remove webhooks: false, or if ` +
        'namespaces is set, set webhooks.certificate',
    );
  }
  if (declared.length === 0 && converted === undefined) {
    if (installation.webhooks === undefined) return undefined;
    throw new OptionError(`${declaration.name} does not declare webhooks: remove webhooks`);
  }
  const name = formatWebhooksName(installation.name);
  const options = webhooks;
  const excludedNamespaces = listExcludedNamespaces(installation.namespace, options);
  const plan = { name, declared, options, namespaces, excludedNamespaces, certificate: planCertificate(name, options) };
  if (namespaces !== undefined) checkLimited(plan, namespaces);
  return plan;
}

function listExcludedNamespaces(own: string, { excludedNamespaces = [] }: OperatorWebhooks): readonly string[] {
  return [...new Set(['kube-system', own, ...excludedNamespaces])].sort();
}

function planCertificate(name: string, { certificate }: OperatorWebhooks): CertificatePlan {
  if (certificate === undefined) return { by: 'operator' };
  if (!('issuer' in certificate)) {
    const { authorities } = certificate;
    return 'folder' in certificate
      ? { by: 'others', secret: undefined, folder: certificate.folder, authorities }
      : { by: 'others', secret: certificate.secret, folder: webhookCertificateFolder, authorities };
  }
  // Differs from the Secret of the operator's own certificate, which may exist from an earlier deployment.
  return { by: 'cert-manager', secret: `${name}-certificate`, issuer: certificate.issuer };
}

/** Throws if the webhooks cannot be limited to these namespaces. */
function checkLimited(plan: WebhooksPlan, namespaces: readonly string[]): void {
  const { certificate, declared, excludedNamespaces } = plan;
  if (certificate.by === 'operator') {
    throw new OptionError(
      'webhooks need an external certificate if namespaces is set: the operator could not set caBundle ' +
        'without a ClusterRole. Set webhooks.certificate, or set webhooks to false',
    );
  }
  const clusterWide = declared.find((webhook) => webhook.for.scope === 'Cluster');
  if (clusterWide !== undefined) {
    throw new OptionError(
      `the webhook ${clusterWide.name} cannot be limited to namespaces: ${clusterWide.for.kind} is cluster-scoped. ` +
        'Remove namespaces, or set webhooks to false',
    );
  }
  // Operators with conversions only pass, because the API server converts objects in all namespaces.
  if (declared.length === 0 || namespaces.some((each) => !excludedNamespaces.includes(each))) return;
  throw new OptionError(
    `webhooks would check nothing: API servers do not call them for ${namespaces.join(', ')}, because these ` +
      `namespaces are excluded: ${excludedNamespaces.join(', ')}. Run the operator in another namespace, or set webhooks to false`,
  );
}

/** Pure: the environment variables that configure the operator's webhooks. */
export function buildWebhookVariables(
  { webhooks: declared = [], name }: OperatorDeclaration,
  plan: WebhooksPlan | undefined,
): Record<string, string> {
  if (plan === undefined) return declared.length === 0 ? {} : { WEBHOOKS_ENABLED: 'false' };
  return {
    ...(plan.name !== formatWebhooksName(name) && { WEBHOOK_NAME: plan.name }),
    ...(plan.certificate.by === 'cert-manager' && { WEBHOOK_CERT_DIR: webhookCertificateFolder }),
    ...(plan.certificate.by === 'others' && { WEBHOOK_CERT_DIR: plan.certificate.folder }),
  };
}

/** Mount path of the Secret with an external certificate. */
export const webhookCertificateFolder = '/etc/webhook-certificate';

/**
 * Pure: name of the Service and the Secret of an installation's webhooks. The operator reads it from `WEBHOOK_NAME`,
 * and finds its Secret and its configurations by this name.
 */
export function formatWebhooksName(installation: string): string {
  return `${installation}-webhooks`;
}

/** Pure: name of the mutating and the validating configuration of a webhook. */
export function formatConfigurationName(webhooks: string, { name }: Pick<DeclaredWebhook, 'name'>): string {
  return `${webhooks}-${name}`;
}

/** A kind whose objects the operator converts between versions. */
export type ConvertedApi = DeclaredApi & { readonly conversion: DeclaredConversion };

export function listConvertedApis({ apis }: OperatorDeclaration): readonly ConvertedApi[] {
  return apis.filter((api): api is ConvertedApi => api.conversion !== undefined);
}

/** Pure: the CA that API servers trust, if the deployer sets it. */
export function buildCaBundle({ certificate }: WebhooksPlan): { readonly caBundle?: string } {
  if (certificate.by !== 'others' || certificate.authorities === undefined) return {};
  return { caBundle: Buffer.from(certificate.authorities).toString('base64') };
}

/** Pure: the annotation by which cert-manager sets `caBundle` in an object. */
export function buildCaInjection({ certificate }: WebhooksPlan, namespace: string): Record<string, string> {
  return certificate.by === 'cert-manager'
    ? { 'cert-manager.io/inject-ca-from': `${namespace}/${certificate.secret}` }
    : {};
}

/** The conversion section of a CRD. */
export interface ConversionStanza {
  readonly conversion: object;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * Pure: the address at which API servers reach the conversion of a kind. Omits `caBundle` unless it is given, as in the
 * configurations.
 */
export function buildConversionStanza(
  { conversion }: ConvertedApi,
  plan: WebhooksPlan,
  namespace: string,
): ConversionStanza {
  const { path, conversionReviewVersions } = conversion;
  const service = { namespace, name: plan.name, path, port: 443 };
  return {
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: [...conversionReviewVersions],
        clientConfig: { ...buildCaBundle(plan), service },
      },
    },
    annotations: buildCaInjection(plan, namespace),
  };
}
