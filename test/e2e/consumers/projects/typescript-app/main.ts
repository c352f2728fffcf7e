import { Construct } from 'constructs';
import { App, Chart, ChartProps } from 'cdk8s';
import * as kplus from 'cdk8s-plus-33';
import { CustomResourceDefinitions, Operator } from '@kubewright/infra';
import { WebServer } from '@kubewright/infra/catalogue';
import * as declaration from '@kubewright/infra/declaration.json';

export class MyChart extends Chart {
  constructor(scope: Construct, id: string, props: ChartProps = {}) {
    super(scope, id, { namespace: 'platform', ...props });

    const account = new kplus.ServiceAccount(this, 'account', { metadata: { name: 'robot' } });
    const operator = new Operator(this, 'operator', {
      name: 'web',
      namespaces: ['shop'],
      controllers: ['web-server'],
      serviceAccount: { create: false, name: account.name },
    });
    new kplus.ConfigMap(this, 'about', { data: { image: operator.image, operator: declaration.name } });
  }
}

class Shop extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'shop' });

    const replicas = new kplus.ConfigMap(this, 'replicas', { data: { home: '2' } });
    const home = new WebServer(this, 'home', {
      metadata: { name: 'home' },
      spec: { image: 'nginx:1.27', replicas: 2 },
    });
    home.addDependency(replicas);
    const kind = kplus.ApiResource.custom({
      apiGroup: WebServer.GVK.apiVersion.split('/')[0],
      resourceType: 'webservers',
    });
    new kplus.Role(this, 'visitor', { metadata: { name: 'visitor' } }).allowRead(kind);
  }
}

const app = new App();
new CustomResourceDefinitions(new Chart(app, 'crds'), 'crds');
const namespaces = new Chart(app, 'namespaces');
for (const name of ['platform', 'shop']) new kplus.Namespace(namespaces, name, { metadata: { name } });
new MyChart(app, 'platform');
new Shop(app, 'shop');
app.synth();
