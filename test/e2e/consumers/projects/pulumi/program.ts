import { type Environment } from '@kubewright/infra';
import { WebServer } from '@kubewright/infra/catalogue';
import { ChartRelease, OperatorRelease } from '@kubewright/infra/pulumi';
import { core, Provider } from '@pulumi/kubernetes';
import { App, Chart } from 'cdk8s';

const environment: Environment = {
  name: 'stack',
  namespace: 'stack-system',
  namespaces: ['stack'],
  controllers: ['web-server'],
  metrics: { plain: true },
};
const provider = new Provider('cluster', { context: 'cluster' });
const stack = new core.v1.Namespace('stack', { metadata: { name: 'stack' } }, { provider });
const release = new OperatorRelease('kubewright', { environment }, { provider, dependsOn: [stack] });

const pages = new Chart(new App(), 'pages', { namespace: 'stack' });
new WebServer(pages, 'home', { metadata: { name: 'home' }, spec: { image: 'nginx:1.27', replicas: 2 } });
new ChartRelease('pages', { charts: [pages] }, { provider, dependsOn: [release] });

export const { namespace, image } = release;
