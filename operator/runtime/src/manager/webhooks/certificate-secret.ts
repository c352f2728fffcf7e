import { isRecord } from '../../base/index.ts';
import type { Certificates } from '../../certificates/index.ts';
import type { Secret } from '../../kinds/index.ts';

/** The only key in the Secret. With one value, readers never see half of a rotation step. */
const key = 'certificates.json';

/** Builds the `data` of a Secret with these certificates. */
export function buildSecretData(certificates: Certificates): Readonly<Record<string, string>> {
  return { [key]: Buffer.from(JSON.stringify(certificates)).toString('base64') };
}

/** Returns the certificates in a Secret; `undefined` if it has no usable ones. */
export function parseCertificates({ data }: Pick<Secret, 'data'>): Certificates | undefined {
  const text = Buffer.from(data?.[key] ?? '', 'base64').toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return isCertificates(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCertificates(value: unknown): value is Certificates {
  if (!isRecord(value) || !isIssued(value['authority']) || !isIssued(value['serving'])) return false;
  const { other } = value;
  return other === undefined || (isIssued(other) && isRecord(other) && typeof other['sinceMs'] === 'number');
}

function isIssued(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['certificate'] === 'string' &&
    typeof value['key'] === 'string' &&
    typeof value['notAfterMs'] === 'number'
  );
}
