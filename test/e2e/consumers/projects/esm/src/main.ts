import { CrdsChart, type Environment, OperatorChart } from '@kubewright/infra';
import { production, WebServer, type WebServerProps } from '@kubewright/infra/catalogue';
import { App, Chart } from 'cdk8s';
import { ConfigMap, Namespace } from 'cdk8s-plus-33';

const environment: Environment = {
  ...production,
  replicas: 2,
  settings: { ...production.settings, logLevel: 'debug' },
};
const page: WebServerProps = { metadata: { name: 'home' }, spec: { image: 'nginx:1.27', replicas: 2 } };

const app = new App();
new CrdsChart(app, 'crds', { environment });
new OperatorChart(app, 'operator', { environment });
new Namespace(new Chart(app, 'namespaces'), 'market', { metadata: { name: 'market' } });

const market = new Chart(app, 'market', { namespace: 'market' });
const home = new WebServer(market, 'home', page);
new ConfigMap(market, 'names', { metadata: { name: 'names' }, data: { home: home.name } });
app.synth();
