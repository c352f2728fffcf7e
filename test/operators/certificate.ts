import { awaitChange, defineApi, defineController, Ingress, owns, t, tryFindCondition } from '@kubewright/runtime';

import { Certificate } from './kinds/certificate.ts';

export const Site = defineApi({
  group: 'certificate.example.com',
  version: 'v1',
  kind: 'Site',
  spec: t.object({ host: t.string(), issuer: t.string() }),
  status: t.object({ certificate: t.enum(['NotInstalled', 'Requested', 'Issued']) }),
});

/** Serves a Site with TLS if cert-manager is installed, otherwise without. */
export const site = defineController(Site, {
  owns: { ingresses: owns(Ingress), certificates: owns(Certificate, { optional: true }) },
  async reconcile({ metadata: { name }, spec: { host, issuer } }, { ingresses, certificates, status }) {
    const secretName = `${name}-tls`;
    const issuerRef = { kind: 'ClusterIssuer', name: issuer };
    const certificate = await certificates?.apply({
      metadata: { name },
      spec: { secretName, dnsNames: [host], issuerRef },
    });
    const ready = tryFindCondition(certificate, 'Ready');

    const backend = { service: { name, port: { number: 80 } } };
    const rules = [{ host, http: { paths: [{ path: '/', pathType: 'Prefix' as const, backend }] } }];
    const tls = [{ hosts: [host], secretName }];
    await ingresses.apply({ metadata: { name }, spec: { rules, ...(certificate && { tls }) } });

    status.set({
      certificate: certificate === undefined ? 'NotInstalled' : ready?.status === 'True' ? 'Issued' : 'Requested',
    });
    return awaitChange;
  },
});
