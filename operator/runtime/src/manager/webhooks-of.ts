import { createReviews, lookupsOf, type ReviewObserver, type Reviews, trialsOf } from '../admission/index.ts';
import { type Clock, durationMs, OperatorError, type SettingsTable, type ValuesOf } from '../base/index.ts';
import { areSound, checkLifetimes, type Issuer, type Lifetimes } from '../certificates/index.ts';
import { fieldManagerOf } from '../controller/index.ts';
import { type ConversionObserver, createConversions } from '../conversion/index.ts';
import type { Parts } from './assemble.ts';
import type { ConversionMetrics } from './metrics/index.ts';
import { CaBundleKeeper } from './webhooks/ca-bundle-keeper.ts';
import { type CertificateSource, filesSource, OwnSource } from './webhooks/certificate-source.ts';
import { OwnCertificates } from './webhooks/own-certificates.ts';
import { podWarnings } from './webhooks/pod-warning.ts';
import { referencesOf } from './webhooks/references.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { webhookValues } from './webhooks/webhook-settings.ts';

type Needed = Pick<Parts, 'operated' | 'settings' | 'client' | 'clock' | 'logger' | 'metrics' | 'stop' | 'failed'>;

/** Long enough for every kube-proxy to hear that a Pod is terminating. */
const leaveMs = 5_000;

/**
 * The webhooks of an operator by its settings. Sends no request yet.
 *
 * Errors: `SETTINGS_INVALID` for settings that contradict each other.
 */
export function webhooksOf(parts: Needed, signal: AbortSignal): Webhooks {
  const { settings, clock, logger, stop } = parts;
  const { webhookPort: port } = webhookValues(parts.settings);
  return new Webhooks({
    reviews: reviewsOf(parts),
    source: sourceOf(parts, signal),
    ...{ address: settings.bindAddress, port, clock, logger, stop },
    leaveMs: settings.inCluster ? leaveMs : 0,
  });
}

function reviewsOf({ operated, settings, client, clock, logger, metrics }: Needed): Reviews {
  const { webhooks = [], conversions = [] } = operated;
  const observer = metrics.forWebhooks();
  const reviews = createReviews({
    ...{ webhooks, clock, logger, observer },
    declaredBy: ({ name, tries, reads, settings: declared }, request) => ({
      handles: {
        ...trialsOf(tries, { ...request, client, fieldManager: fieldManagerOf(operated.name, name) }),
        ...lookupsOf(reads, { ...request, client }),
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
    observer: conversionObserver(observer, conversion),
  });
  return (posted) => (posted.path.startsWith('/convert/') ? converting(posted) : reviews(posted));
}

/** A conversion counts as a request to a webhook, and its failures by themselves. */
function conversionObserver(requests: ReviewObserver, conversions: ConversionMetrics): ConversionObserver {
  return {
    began(conversion) {
      const end = requests.began(`/convert/${conversion}`);
      return (status, objects) => {
        end(status);
        conversions.converted(conversion, objects);
      };
    },
    failed: (conversion, reason) => {
      conversions.failed(conversion, reason);
    },
  };
}

function sourceOf(parts: Needed, signal: AbortSignal): CertificateSource {
  const { settings, metrics, client, operated, clock, logger, failed } = parts;
  const { webhookCertDir, webhookName = `${operated.name}-webhooks` } = webhookValues(parts.settings);
  const common = { clock, logger, failed, signal };
  if (webhookCertDir !== undefined) return filesSource(webhookCertDir, { ...common, observer: metrics.certificate });
  const namespace = namespaceIn(settings);
  const lifetimes = lifetimesIn(parts);
  const hosts = [`${webhookName}.${namespace}.svc`, `${webhookName}.${namespace}.svc.cluster.local`];
  const certificates = new OwnCertificates({
    ...{ client, lifetimes, clock, logger, signal },
    secret: { namespace, name: webhookName },
    issuer: lazyIssuer(webhookName, hosts, clock),
    isSound: (found) => areSound(found, `${webhookName}.${namespace}.svc`),
  });
  const fieldManager = fieldManagerOf(operated.name, 'webhooks');
  const warn = podWarnings({ client, clock, logger, settings, signal, controller: fieldManager });
  const keeper = new CaBundleKeeper({
    ...{ client, certificates, clock, logger, signal, warn, watchList: settings.watchList },
    references: referencesOf(operated, webhookName),
    service: webhookName,
    fieldManager,
  });
  return new OwnSource({ ...common, warn, certificates, keeper, settleMs: lifetimes.settleMs });
}

/** Most processes issue nothing: they find in the Secret what another has made. */
function lazyIssuer(commonName: string, names: readonly string[], clock: Clock): Issuer {
  const load = async (): Promise<Issuer> => {
    const { issuerOf } = await import('../certificates/issuer.ts');
    return issuerOf({ commonName, hosts: names.map((value) => ({ type: 'dns', value })), clock });
  };
  return {
    authority: async (notAfterMs) => (await load()).authority(notAfterMs),
    serving: async (authority, notAfterMs) => (await load()).serving(authority, notAfterMs),
  };
}

function lifetimesIn(parts: Needed): Lifetimes {
  const { webhookAuthorityLifetime, webhookCertLifetime, webhookSettleTime } = webhookValues(parts.settings);
  const lifetimes = {
    authorityMs: durationMs(webhookAuthorityLifetime),
    servingMs: durationMs(webhookCertLifetime),
    settleMs: durationMs(webhookSettleTime),
  };
  checkLifetimes(lifetimes);
  return lifetimes;
}

function namespaceIn({ podNamespace }: Needed['settings']): string {
  if (podNamespace !== undefined) return podNamespace;
  const hint =
    'the Secret of the webhooks is in the namespace of the Pod, and none is known here; give it, or --webhook-cert-dir, ' +
    'or --no-webhooks-enabled';
  throw new OperatorError('SETTINGS_INVALID', 'read --pod-namespace (POD_NAMESPACE)', { hint });
}

function pick(settings: object, names: readonly string[]): ValuesOf<SettingsTable> {
  const values = settings as ValuesOf<SettingsTable>;
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
