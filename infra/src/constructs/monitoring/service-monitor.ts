import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { labels, object, objectName, optional, scrapeGroup, type ScrapeOptions, text } from '../../options/index.ts';

import { Faults } from '../checks/index.ts';
import { metadataShape } from '../metadata-shape.ts';

export interface ServiceMonitorProps extends ScrapeOptions {
  readonly metadata?: ApiObjectMetadata;
  /** Labels of the Services whose Pods are scraped. The Services are in the namespace of this object. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port. */
  readonly port: string;
  /** Scrape over TLS, with a token. @default - plain HTTP, without a token */
  readonly secure?: SecureScrape;
}

/** How Prometheus shows who it is, and how the certificates of the Pods are verified. */
export interface SecureScrape {
  /** Name of the Secret in the namespace of this object that has the token, as a ServiceAccount's token has it: `token`. */
  readonly tokenSecret: string;
  /**
   * The name in the certificates, and the Secret in the namespace of this object with the `ca.crt` that verifies them.
   *
   * @default - they are not verified
   */
  readonly verify?: { readonly serverName: string; readonly caSecret: string };
}

const secure = object({
  tokenSecret: objectName,
  ...optional({ verify: object({ serverName: objectName, caSecret: objectName }) }),
});

const shape = object({
  selector: labels,
  port: text(),
  ...optional({ ...scrapeGroup.shape, metadata: metadataShape, secure }),
});

/**
 * A ServiceMonitor: Prometheus scrapes `/metrics` of every Pod behind the selected Services. The series get the labels
 * `namespace`, `pod`, and `job`, which is the name of the Service.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `serviceMonitorSelector` selects the labels.
 */
export class ServiceMonitor extends Construct {
  constructor(scope: Construct, id: string, props: ServiceMonitorProps) {
    super(scope, id);
    const faults = new Faults(this);
    const { metadata, selector, port, secure, ...scrape } = faults.checked(props, shape, {
      selector: {},
      port: 'metrics',
    });
    new ApiObject(this, 'Resource', {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      ...(metadata && { metadata }),
      spec: {
        selector: { matchLabels: selector },
        endpoints: [{ port, path: '/metrics', ...scrape, ...(secure && secured(secure)) }],
      },
    });
  }
}

/** By a Secret, not by a file of the Prometheus' Pod: that field is deprecated. */
function secured({ tokenSecret, verify }: SecureScrape): object {
  return {
    scheme: 'https',
    authorization: { credentials: { name: tokenSecret, key: 'token' } },
    tlsConfig:
      verify === undefined
        ? { insecureSkipVerify: true }
        : { serverName: verify.serverName, ca: { secret: { name: verify.caSecret, key: 'ca.crt' } } },
  };
}
