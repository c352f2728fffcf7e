import type { WebhooksPlan } from './plan.ts';

/** Pure: whom API servers trust, as far as the deployer says it. */
export function authoritiesOf({ certificate }: WebhooksPlan): { readonly caBundle?: string } {
  if (certificate.by !== 'others' || certificate.authorities === undefined) return {};
  return { caBundle: Buffer.from(certificate.authorities).toString('base64') };
}

/** Pure: the annotation by which cert-manager sets `caBundle` in an object. */
export function injectionOf({ certificate }: WebhooksPlan, namespace: string): Record<string, string> {
  return certificate.by === 'cert-manager'
    ? { 'cert-manager.io/inject-ca-from': `${namespace}/${certificate.secret}` }
    : {};
}
