import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';

export interface ServiceMonitorProps {
  readonly metadata?: ApiObjectMetadata;
  /** Labels of the Services whose Pods are scraped. The Services are in the namespace of this object. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port. */
  readonly port: string;
  /** Scrape over TLS, with the token of Prometheus. @default - plain HTTP, without a token */
  readonly secure?: SecureScrape;
}

/** How the certificates of the Pods are verified. */
export interface SecureScrape {
  /**
   * The name in the certificates, and the Secret in the namespace of this object with the `ca.crt` that verifies them.
   *
   * @default - they are not verified
   */
  readonly verify?: { readonly serverName: string; readonly caSecret: string };
}

/**
 * A ServiceMonitor: Prometheus scrapes `/metrics` of every Pod behind the selected Services. The series get the labels
 * `namespace`, `pod`, and `job`, which is the name of the Service. If `secure` is set, Prometheus sends the token of
 * its own ServiceAccount.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `serviceMonitorSelector` selects the labels.
 */
export class ServiceMonitor extends Construct {
  constructor(scope: Construct, id: string, { metadata, selector, port, secure }: ServiceMonitorProps) {
    super(scope, id);
    new ApiObject(this, 'Resource', {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      ...(metadata && { metadata }),
      spec: {
        selector: { matchLabels: selector },
        endpoints: [{ port, path: '/metrics', ...(secure && secured(secure)) }],
      },
    });
  }
}

function secured({ verify }: SecureScrape): object {
  return {
    scheme: 'https',
    bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
    tlsConfig:
      verify === undefined
        ? { insecureSkipVerify: true }
        : { serverName: verify.serverName, ca: { secret: { name: verify.caSecret, key: 'ca.crt' } } },
  };
}
