import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';

export interface ServiceMonitorProps {
  readonly metadata?: ApiObjectMetadata;
  /** Labels of the Services whose Pods are asked, in the namespace of this object. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port. */
  readonly port: string;
}

/**
 * Has a Prometheus that the Prometheus Operator runs ask every Pod behind some Services for `/metrics`. The series get
 * the labels `namespace`, `pod`, and `job`, which is the name of the Service.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `serviceMonitorSelector` takes the labels.
 */
export class ServiceMonitor extends Construct {
  constructor(scope: Construct, id: string, { metadata, selector, port }: ServiceMonitorProps) {
    super(scope, id);
    new ApiObject(this, 'Resource', {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      ...(metadata && { metadata }),
      spec: { selector: { matchLabels: selector }, endpoints: [{ port, path: '/metrics' }] },
    });
  }
}
