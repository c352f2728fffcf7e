import type { ValuesOf } from '../../base/index.ts';

/** Settings that only operators with webhooks have. */
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
    description: 'Port of the webhooks. 0: any free port.',
  },
  webhookName: {
    type: 'string',
    format: 'label',
    description: "Name of the webhooks' Service and Secret. Default: the operator's name with -webhooks.",
  },
  webhookCertDir: {
    type: 'string',
    description:
      'Folder with tls.crt and tls.key for webhooks, reloaded on change. Default: certificates of a generated CA.',
  },
  webhookCertLifetime: {
    type: 'string',
    format: 'duration',
    default: '2160h',
    description: 'Lifetime of a certificate of the generated CA; the operator renews it after two thirds.',
  },
  webhookAuthorityLifetime: {
    type: 'string',
    format: 'duration',
    default: '8760h',
    description: 'Lifetime of the generated CA; the operator publishes the next one after two thirds.',
  },
  webhookSettleTime: {
    type: 'string',
    format: 'duration',
    default: '10m',
    description:
      'Time that the operator allows until every API server trusts, and every replica serves, a new certificate.',
  },
} as const;

/** Settings that only operators with conversions have, in addition to those of webhooks. */
export const conversionSettings = {
  storageMigrationRate: {
    type: 'integer',
    default: 50,
    minimum: 1,
    description: 'Objects per second that are migrated after the storage version changes.',
  },
} as const;

/** Returns the values of `webhookSettings` from all settings. */
export function getWebhookSettings(settings: object): ValuesOf<typeof webhookSettings> {
  return settings as ValuesOf<typeof webhookSettings>;
}

/** Returns the values of `conversionSettings` from all settings. */
export function getConversionSettings(settings: object): ValuesOf<typeof conversionSettings> {
  return settings as ValuesOf<typeof conversionSettings>;
}

/** Whether the process serves webhooks: the operator has some, and the settings enable them. @default - in a cluster */
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
