import { WebServer } from '@kubewright/imports';
import { Construct } from 'constructs';

import { recommendedLabels } from '../labels.ts';
import { kubewrightDeclaration } from '../../declaration/index.ts';

export interface SampleProps {
  /** Namespace of the sample; it must exist. @default - the chart's */
  readonly namespace?: string;
}

/** A WebServer: three nginx Pods behind port 30010 of every node. */
export class WebServerSample extends Construct {
  readonly webServer: WebServer;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    const name = 'webserver-sample';
    const labels = recommendedLabels(kubewrightDeclaration(), { component: 'sample', instance: name });
    const { namespace } = props;
    this.webServer = new WebServer(this, 'web-server', {
      metadata: { name, labels, ...(namespace !== undefined && { namespace }) },
      spec: { image: 'nginx:1.23.1', replicas: 3, nodePort: 30_010 },
    });
    this.node.defaultChild = this.webServer;
  }
}
