import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';

export interface ServiceMonitorProps {
  readonly metadata?: ApiObjectMetadata;
  /** Labels of the Services whose Pods are asked, in the namespace of this object. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port. */
  readonly port: string;
  /** For metrics that only those may read who show their token, by TLS. @default - plain HTTP, without a token */
  readonly secure?: SecureScrape;
}

/** How a scraper finds out who answers. */
export interface SecureScrape {
  /**
   * The name that certificates are for, and the Secret beside this object with the `ca.crt` that they are checked with.
   *
   * @default - they are not checked
   */
  readonly verify?: { readonly serverName: string; readonly caSecret: string };
}

/**
 * Has a Prometheus that the Prometheus Operator runs ask every Pod behind some Services for `/metrics`. The series get
 * the labels `namespace`, `pod`, and `job`, which is the name of the Service. Where the metrics are secure, Prometheus
 * shows the token of its own ServiceAccount.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `serviceMonitorSelector` takes the labels.
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
