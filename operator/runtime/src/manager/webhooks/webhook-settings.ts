import type { ValuesOf } from '../../base/index.ts';

/** The settings of operators with webhooks. */
export const webhookSettings = {
  webhooksEnabled: {
    type: 'boolean',
    aliases: [{ env: 'ENABLE_WEBHOOKS' }],
    description: 'Serve webhooks. Default: true in a cluster, false outside.',
  },
  webhookPort: {
    type: 'integer',
    default: 9443,
    minimum: 0,
    maximum: 65535,
    description: 'Port of the webhooks. 0: any free one.',
  },
  webhookName: {
    type: 'string',
    format: 'label',
    description: "Name of the Service and of the Secret of the webhooks. Default: the operator's name with -webhooks.",
  },
  webhookCertDir: {
    type: 'string',
    description: 'Folder with tls.crt and tls.key for webhooks, followed. Default: certificates of an own authority.',
  },
  webhookCertLifetime: {
    type: 'string',
    format: 'duration',
    default: '2160h',
    description: 'How long a certificate of the own authority is valid; it is renewed after two thirds of it.',
  },
  webhookAuthorityLifetime: {
    type: 'string',
    format: 'duration',
    default: '8760h',
    description: 'How long the own authority is valid; the next one is trusted after two thirds of it.',
  },
  webhookSettleTime: {
    type: 'string',
    format: 'duration',
    default: '10m',
    description: 'How long it may take until every API server trusts, and every replica serves, a new certificate.',
  },
} as const;

/** Additional settings of operators with conversions. */
export const conversionSettings = {
  storageMigrationRate: {
    type: 'integer',
    default: 50,
    minimum: 1,
    description: 'Objects a second that are rewritten once another version is stored.',
  },
} as const;

/** The values of these settings. Only operators with webhooks have them. */
export function getWebhookSettings(settings: object): ValuesOf<typeof webhookSettings> {
  return settings as ValuesOf<typeof webhookSettings>;
}

/** The same for an operator with conversions. */
export function getConversionSettings(settings: object): ValuesOf<typeof conversionSettings> {
  return settings as ValuesOf<typeof conversionSettings>;
}

/** Whether a process serves webhooks. */
export function areEnabled(
  {
    webhooks = [],
    conversions = [],
  }: { readonly webhooks?: readonly unknown[]; readonly conversions?: readonly unknown[] },
  settings: { readonly inCluster: boolean },
): boolean {
  return (
    webhooks.length + conversions.length > 0 && (getWebhookSettings(settings).webhooksEnabled ?? settings.inCluster)
  );
}
