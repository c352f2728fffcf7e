import { App, Chart, Testing, YamlOutputType } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { CrdsChart } from '../charts/cluster.ts';
import { OperatorChart } from '../charts/operator.ts';
import { dev, production, staging } from '../environments/environments.ts';
import { Operator } from './index.ts';

function listValidationErrors(app: App): string[] {
  try {
    app.synthYaml();
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}

describe('an object that an app creates twice', () => {
  it('is rejected in one chart', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'chart', { namespace: 'operators' });
    new Operator(chart, 'one');
    new Operator(chart, 'two');
    expect(listValidationErrors(app).join('\n')).toContain(
      'Deployment operators/kubewright exists twice, at chart/one/deployment and at chart/two/deployment',
    );
  });

  it('is rejected in two charts of one environment, even if their namespaces differ', () => {
    const app = Testing.app();
    new OperatorChart(app, 'one', { environment: { ...production, namespace: 'one' } });
    new OperatorChart(app, 'two', { environment: { ...production, namespace: 'two' } });
    const errors = listValidationErrors(app).join('\n');
    expect(errors).toContain(
      'ClusterRoleBinding kubewright exists twice, at one/operator/rbac/cluster-role-binding and at two/',
    );
    expect(errors).not.toContain('Deployment');
  });

  it('is accepted under another installation name that serves other namespaces', () => {
    const app = Testing.app();
    const { createsEverywhere: _, ...environment } = { ...production, policies: 'off' as const };
    for (const installation of ['eu', 'us']) {
      const own = { ...environment, installation, namespace: installation, namespaces: [`shops-${installation}`] };
      new OperatorChart(app, installation, { environment: own });
    }
    expect(listValidationErrors(app)).toEqual([]);
  });

  it('is rejected if two installations serve the same custom resources', () => {
    const app = Testing.app();
    new OperatorChart(app, 'one', { environment: production });
    new OperatorChart(app, 'two', { environment: { ...production, namespace: 'two', installation: 'eu' } });
    expect(listValidationErrors(app).join('\n')).toContain(
      '[two/operator] serves the same custom resources as the installation kubewright at one/operator: give each its own namespaces',
    );
  });

  it('is accepted in another environment, and in the chart of its CRDs', () => {
    const app = Testing.app();
    new CrdsChart(app, 'crds', { environment: production });
    new OperatorChart(app, 'one', { environment: production });
    new OperatorChart(app, 'three', { environment: staging });
    expect(listValidationErrors(app)).toEqual([]);
  });
});

describe('a file for each object', () => {
  const { namespaces: _, ...environment } = dev;
  const buildApp = (yamlOutputType: YamlOutputType, namespaces: readonly string[]): App => {
    const app = new App({ outdir: 'unused', yamlOutputType });
    new OperatorChart(app, 'operator', { environment: { ...environment, namespaces, crds: 'keep' } });
    return app;
  };

  it.each([YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE])(
    'is rejected for objects of one name in several namespaces: %s',
    (type) => {
      expect(listValidationErrors(buildApp(type, ['shop', 'bank'])).join('\n')).toContain(
        'cdk8s would write Role shop/kubewright and Role bank/kubewright to one file, which then has only the second',
      );
      expect(listValidationErrors(buildApp(type, ['shop']))).toEqual([]);
    },
  );

  it('does not matter if charts have files', () => {
    expect(listValidationErrors(buildApp(YamlOutputType.FILE_PER_CHART, ['shop', 'bank']))).toEqual([]);
  });
});
