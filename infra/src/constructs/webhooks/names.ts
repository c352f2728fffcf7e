import type { DeclaredWebhook } from '../../declaration/index.ts';

/**
 * Pure: the name of the Service and of the Secret of an installation's webhooks. The operator gets it as `WEBHOOK_NAME`,
 * and finds its Secret and its configurations by it.
 */
export function webhooksName(installation: string): string {
  return `${installation}-webhooks`;
}

/** Pure: the name of the configurations of one webhook, whose kinds differ. */
export function configurationName(webhooks: string, { name }: Pick<DeclaredWebhook, 'name'>): string {
  return `${webhooks}-${name}`;
}
