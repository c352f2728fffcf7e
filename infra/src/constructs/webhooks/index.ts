/**
 * By which API servers find the webhooks of an operator.
 *
 * `options.ts` has what an environment says of them, and `check-options.ts` checks it. `plan.ts` computes what follows,
 * `webhooks.ts` creates Service and certificate, and `configurations.ts` what API servers ask about; `conversion.ts` has
 * what the definitions of kinds with several versions say (`converted-apis.ts`), `trust.ts` whom API servers trust, and
 * `names.ts` the names of these objects.
 */
export { configurationName, webhooksName } from './names.ts';
export { conversionStanza, type ConversionStanza } from './conversion.ts';
export { convertedApis, type ConvertedApi } from './converted-apis.ts';
export { planWebhooks, webhookCertificateFolder, webhookVariables, type WebhooksPlan } from './plan.ts';
export { Webhooks, type WebhooksProps } from './webhooks.ts';
