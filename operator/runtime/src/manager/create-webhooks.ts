import { createReviews, createLookups, type ReviewObserver, type Reviews, createDryRuns } from '../admission/index.ts';
import { type Clock, parseDurationMs, OperatorError, type SettingsTable, type ValuesOf } from '../base/index.ts';
import { areSound, checkLifetimes, type Issuer, type Lifetimes } from '../certificates/index.ts';
import { buildFieldManager } from '../controller/index.ts';
import { type ConversionObserver, createConversions } from '../conversion/index.ts';
import type { OperatorParts } from './assemble.ts';
import type { ConversionMetrics } from './metrics/index.ts';
import { CaBundleKeeper } from './webhooks/ca-bundle-keeper.ts';
import { type CertificateSource, createFilesSource, OwnSource } from './webhooks/certificate-source.ts';
import { OwnCertificates } from './webhooks/own-certificates.ts';
import { createPodWarning } from './webhooks/pod-warning.ts';
import { listReferences } from './webhooks/references.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { getWebhookSettings } from './webhooks/webhook-settings.ts';

type WebhookParts = Pick<
  OperatorParts,
  'operated' | 'settings' | 'client' | 'clock' | 'logger' | 'metrics' | 'stop' | 'failed'
>;

/**
 * How long the webhook server keeps serving after the stop, in milliseconds: every kube-proxy must notice that the Pod
 * is terminating.
 */
const leaveMs = 5_000;

/**
 * Creates the webhook server of an operator from its settings. Sends no request yet. Errors: `SETTINGS_INVALID` for
 * contradictory settings.
 */
export function createWebhooks(parts: WebhookParts, signal: AbortSignal): Webhooks {
  const { settings, clock, logger, stop } = parts;
  const { webhookPort: port } = getWebhookSettings(parts.settings);
  return new Webhooks({
    reviews: createAllReviews(parts),
    source: createSource(parts, signal),
    ...{ address: settings.bindAddress, port, clock, logger, stop },
    leaveMs: settings.inCluster ? leaveMs : 0,
  });
}

function createAllReviews({ operated, settings, client, clock, logger, metrics }: WebhookParts): Reviews {
  const { webhooks = [], conversions = [] } = operated;
  const observer = metrics.forWebhooks();
  const reviews = createReviews({
    ...{ webhooks, clock, logger, observer },
    resolveHandlesOf: ({ name, dryRuns, reads, settings: declared }, request) => ({
      handles: {
        ...createDryRuns(dryRuns, { ...request, client, fieldManager: buildFieldManager(operated.name, name) }),
        ...createLookups(reads, { ...request, client }),
      },
      settings: pick(settings, Object.keys(declared)),
    }),
  });
  if (conversions.length === 0) return reviews;
  const { conversion } = metrics.forConversions();
  const converting = createConversions({
    conversions,
    clock,
    logger,
    observer: createConversionObserver(observer, conversion),
  });
  return (posted) => (posted.path.startsWith('/convert/') ? converting(posted) : reviews(posted));
}

/** Counts each conversion as a webhook request, and its failures separately. */
function createConversionObserver(requests: ReviewObserver, conversions: ConversionMetrics): ConversionObserver {
  return {
    onBegin(conversion) {
      const end = requests.onBegin(`/convert/${conversion}`);
      return (status, objects) => {
        end(status);
        conversions.onConverted(conversion, objects);
      };
    },
    onFailed: (conversion, reason) => {
      conversions.onFailed(conversion, reason);
    },
  };
}

function createSource(parts: WebhookParts, signal: AbortSignal): CertificateSource {
  const { settings, metrics, client, operated, clock, logger, failed } = parts;
  const { webhookCertDir, webhookName = `${operated.name}-webhooks` } = getWebhookSettings(parts.settings);
  const common = { clock, logger, failed, signal };
  if (webhookCertDir !== undefined)
    return createFilesSource(webhookCertDir, { ...common, observer: metrics.certificate });
  const namespace = getNamespace(settings);
  const lifetimes = parseLifetimes(parts);
  const hosts = [`${webhookName}.${namespace}.svc`, `${webhookName}.${namespace}.svc.cluster.local`];
  const certificates = new OwnCertificates({
    ...{ client, lifetimes, clock, logger, signal },
    secret: { namespace, name: webhookName },
    issuer: createLazyIssuer(webhookName, hosts, clock),
    isSound: (found) => areSound(found, `${webhookName}.${namespace}.svc`),
  });
  const fieldManager = buildFieldManager(operated.name, 'webhooks');
  const warn = createPodWarning({ client, clock, logger, settings, signal, controller: fieldManager });
  const keeper = new CaBundleKeeper({
    ...{ client, certificates, clock, logger, signal, warn, watchList: settings.watchList },
    references: listReferences(operated, webhookName),
    service: webhookName,
    fieldManager,
  });
  return new OwnSource({ ...common, warn, certificates, keeper, settleMs: lifetimes.settleMs });
}

/**
 * Loads the certificate library on first use. Most processes issue nothing, because they find certificates of another
 * process in the Secret.
 */
function createLazyIssuer(commonName: string, names: readonly string[], clock: Clock): Issuer {
  const load = async (): Promise<Issuer> => {
    const { createIssuer } = await import('../certificates/issuer.ts');
    return createIssuer({ commonName, hosts: names.map((value) => ({ type: 'dns', value })), clock });
  };
  return {
    authority: async (notAfterMs) => (await load()).authority(notAfterMs),
    serving: async (authority, notAfterMs) => (await load()).serving(authority, notAfterMs),
  };
}

function parseLifetimes(parts: WebhookParts): Lifetimes {
  const { webhookAuthorityLifetime, webhookCertLifetime, webhookSettleTime } = getWebhookSettings(parts.settings);
  const lifetimes = {
    authorityMs: parseDurationMs(webhookAuthorityLifetime),
    servingMs: parseDurationMs(webhookCertLifetime),
    settleMs: parseDurationMs(webhookSettleTime),
  };
  checkLifetimes(lifetimes);
  return lifetimes;
}

function getNamespace({ podNamespace }: WebhookParts['settings']): string {
  if (podNamespace !== undefined) return podNamespace;
  const hint =
    'the webhook Secret is in the namespace of the Pod, which is unknown; set it, or use --webhook-cert-dir ' +
    'or --no-webhooks-enabled';
  throw new OperatorError('SETTINGS_INVALID', 'read --pod-namespace (POD_NAMESPACE)', { hint });
}

function pick(settings: object, names: readonly string[]): ValuesOf<SettingsTable> {
  const values = settings as ValuesOf<SettingsTable>;
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
