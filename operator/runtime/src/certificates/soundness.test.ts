import { beforeAll, describe, expect, it } from 'vitest';

import { systemClock } from '../base/index.ts';
import { createIssuer } from './issuer.ts';
import { areSound, buildBundle, type Certificates, type Issued } from './rotation.ts';

const host = 'hooks.system.svc';
const issuer = createIssuer({ commonName: 'hooks', hosts: [{ type: 'dns', value: host }], clock: systemClock });
const nothing: Issued = { certificate: '', key: '', notAfterMs: 4e12 };
let one: Certificates;
let another: Certificates;

async function issueCertificates(): Promise<Certificates> {
  const endMs = Date.now() + 60_000;
  const authority = await issuer.authority(endMs);
  return { authority, serving: await issuer.serving(authority, endMs) };
}

beforeAll(async () => {
  [one, another] = [await issueCertificates(), await issueCertificates()];
});

describe('certificates', () => {
  it('are sound as issued, with or without another authority', () => {
    expect(areSound(one, host)).toBe(true);
    expect(areSound({ ...one, other: { ...another.authority, role: 'next', sinceMs: 0 } }, host)).toBe(true);
  });

  it.each<[string, () => Certificates]>([
    ['a text that is not a certificate', () => ({ ...one, serving: { ...one.serving, certificate: 'x' } })],
    ['nothing', () => ({ authority: nothing, serving: nothing })],
    ['a key that is none', () => ({ ...one, serving: { ...one.serving, key: 'x' } })],
    ['the key of another', () => ({ ...one, serving: { ...one.serving, key: another.serving.key } })],
    ['the key of another authority', () => ({ ...one, authority: { ...one.authority, key: another.authority.key } })],
    ['a later end', () => ({ ...one, serving: { ...one.serving, notAfterMs: 4e12 } })],
    ['another issuer', () => ({ ...one, serving: another.serving })],
    ['an issuer that is not a CA', () => ({ authority: one.serving, serving: one.serving })],
    ['rubbish as its other authority', () => ({ ...one, other: { ...nothing, role: 'next', sinceMs: 0 } })],
    ['a leaf as its other authority', () => ({ ...one, other: { ...one.serving, role: 'last', sinceMs: 0 } })],
  ])('are not sound with %s', (_, certificates) => {
    expect(areSound(certificates(), host)).toBe(false);
  });

  it('are not sound for another host', () => {
    expect(areSound(one, 'hooks.elsewhere.svc')).toBe(false);
  });
});

// The certificate library ends PEM without a newline. Two certificates in a row contained `-----END
// CERTIFICATE----------BEGIN CERTIFICATE-----`, which an API server cannot parse, so webhook calls failed during a
// change of authority.
it('a bundle of two authorities has each PEM marker on its own line, and ends with a newline', () => {
  const bundle = buildBundle({ ...one, other: { ...another.authority, role: 'next', sinceMs: 0 } });
  expect(bundle.match(/^-----(BEGIN|END) CERTIFICATE-----\n/gm)).toHaveLength(4);
  expect(bundle.endsWith('-----END CERTIFICATE-----\n')).toBe(true);
});
