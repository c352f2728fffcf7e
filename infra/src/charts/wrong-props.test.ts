import { Chart, Testing } from 'cdk8s';
import type { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';

import {
  AdmissionPolicies,
  ArgoCdHealthChecks,
  CustomResourceDefinitions,
  GrafanaDashboard,
  MemcachedAlerts,
  Operator,
  OperatorAlerts,
  OperatorMonitoring,
  OperatorRbac,
  PetStore,
  PrometheusRule,
  ServiceMonitor,
} from '../constructs/index.ts';
import type { Environment } from '../options/index.ts';
import { createManifestsApp } from '../synthesis/manifests.ts';
import { anyProps, listSynthErrors, type Make, type Props } from '../testing/synth-errors.ts';
import { CrdsChart } from './cluster.ts';
import { OperatorChart } from './operator.ts';
import { PetStoreChart, SamplesChart } from './samples.ts';

const operator = anyProps(Operator);
const inEnvironment: Make = (scope, props) =>
  new OperatorChart(scope, 'it', {
    environment: { name: 'north', namespace: 'system', ...(props as object) },
  });

const namespaceRule = 'must be the name of a namespace (lower-case letters, digits and "-", at most 63)';

describe('invalid props', () => {
  it.each<[props: Props, ...errors: string[]]>([
    [7, 'the props must be an object'],
    [null, 'the props must be an object'],
    [[], 'the props must be an object'],
    [{ replica: 3 }, 'replica is unknown: did you mean replicas?'],
    [
      { colour: 'red' },
      'colour is unknown: the known fields are environment, declaration, name, namespace, image, replicas, ',
    ],
    [
      { image: 'registry.example/kubewright:0.1.0' },
      'image must be an object, but is "registry.example/kubewright:0.1.0"',
    ],
    [
      { image: { repo: 'a' } },
      'image.repo is unknown: the known fields are repository, tag, digest, pullPolicy, pullSecrets',
    ],
    [
      { image: { repository: 'zoo/a:1' } },
      'image.repository must be a registry and a path, without tag or digest, but is "zoo/a:1"',
    ],
    [{ image: { repository: 'Zoo' } }, 'image.repository must be a registry and a path'],
    [{ image: { repository: `a@sha256:${'0'.repeat(64)}` } }, 'image.repository must be a registry and a path'],
    [
      { image: { tag: 'v9 ' } },
      'image.tag must be a tag (letters, digits, "_", "-" and ".", at most 128), but is "v9 "',
    ],
    [{ image: { digest: 'sha256:12' } }, 'image.digest must be sha256: and 64 hexadecimal digits, but is "sha256:12"'],
    [
      { image: { pullPolicy: 'always' } },
      'image.pullPolicy must be one of "Always", "IfNotPresent", "Never", but is "always"',
    ],
    [{ image: { pullSecrets: 'registry' } }, 'image.pullSecrets must be a list, but is "registry"'],
    [{ image: { pullSecrets: ['a b'] } }, 'image.pullSecrets[0] must be the name of an object'],
    [{ pullPolicy: 'always' }, 'pullPolicy is unknown: the known fields are '],
    [{ replicas: '3' }, 'replicas must be a whole number of at least 0, but is "3"'],
    [{ replicas: -1 }, 'replicas must be a whole number of at least 0, but is -1'],
    [{ replicas: 1.5 }, 'replicas must be a whole number of at least 0, but is 1.5'],
    [{ replicas: 2 ** 40 }, 'replicas must be a whole number of at most 2147483647, but is 1099511627776'],
    [{ labels: new Map([['team', 'a']]) }, 'labels must be an object, but is {}'],
    [
      { podDisruptionBudget: { maxUnavailable: 0 } },
      'podDisruptionBudget would block every eviction of the 2 Pods, so their nodes could not be drained',
    ],
    [{ podDisruptionBudget: { minAvailable: '100%' } }, 'podDisruptionBudget would block every eviction of the 2 Pods'],
    [{ replicas: 3, podDisruptionBudget: { minAvailable: 3 } }, 'podDisruptionBudget would block every eviction'],
    [{ pod: { env: [{ name: 'A' }, { name: 'A', value: 'b' }] } }, 'pod.env has A twice: remove one of them'],
    [{ replicas: Number.NaN }, 'replicas must be a whole number of at least 0, but is NaN'],
    [{ namespaces: 'shop' }, 'namespaces must be a list, but is "shop"'],
    [{ namespaces: [] }, 'namespaces must be a non-empty list, but is []'],
    [{ namespaces: ['Shop'] }, `namespaces[0] ${namespaceRule}, but is "Shop"`],
    [{ namespace: 'Platform_1' }, `namespace ${namespaceRule}, but is "Platform_1"`],
    [{ name: 'Zoo' }, 'name must be a DNS label of at most 47 characters that starts with a letter, but is "Zoo"'],
    [{ name: '1zoo' }, 'name must be a DNS label of at most 47 characters that starts with a letter'],
    [{ name: 'a'.repeat(48) }, 'name must be a DNS label of at most 47 characters'],
    [{ controllers: [] }, 'controllers must be a non-empty list, but is []'],
    [{ controllers: ['webserver'] }, 'kubewright has no controller "webserver": did you mean web-server?'],
    [{ controllers: ['zzz'] }, 'kubewright has no controller "zzz": it has '],
    [{ controllers: [7] }, 'controllers[0] must be a non-empty string, but is 7'],
    [{ settings: [] }, 'settings must be an object, but is []'],
    [{ replcas: null }, 'replcas is unknown: did you mean replicas?'],
    [
      { labels: { 'app.kubernetes.io/name': 'a' } },
      'labels: a key must be other than app.kubernetes.io/{component,instance,managed-by,name,part-of,version}, which',
    ],
    [{ pod: { labels: { 'app.kubernetes.io/instance': 'a' } } }, 'pod.labels: a key must be other than app.'],
    [
      { settings: { LOG_LEVEL: 'info' } },
      'settings: a key must be the name of a setting, in camelCase, but is "LOG_LEVEL"',
    ],
    [{ settings: { healthPort: 0 } }, 'the health port must be at least 1 in a cluster, but is 0'],
    [
      { settings: { leaseDurationSeconds: 5 } },
      'the setting leaseDurationSeconds (5) must be more than renewDeadlineSeconds (10)',
    ],
    [
      { settings: { logLvl: 'info', workers: 0 }, replica: 3, image: { tag: 7 } },
      'image.tag must be a tag',
      'replica is unknown: did you mean replicas?',
      'kubewright has no setting "logLvl"',
      'the setting workers must be at least 1',
    ],
    [
      { resources: { memoryLimit: '1GB' } },
      'resources.memoryLimit must be a quantity above zero, such as 1Gi, but is "1GB"',
    ],
    [{ resources: { memoryRequest: -1 } }, 'resources.memoryRequest must be a quantity above zero'],
    [
      { resources: { memory: '1Gi' } },
      'resources.memory is unknown: the known fields are cpuRequest, cpuLimit, memoryRequest, memoryLimit',
    ],
    [{ resources: { cpuLimit: '0.05' } }, 'resources: cpuLimit 0.05 is below cpuRequest 100m: raise the limit'],
    [
      { resources: { memoryRequest: '1Gi' } },
      'resources: memoryLimit 256Mi is below memoryRequest 1Gi: raise the limit',
    ],
    [{ metrics: true }, 'metrics must be an object, but is true'],
    [{ metrics: { secure: 'yes' } }, 'metrics.secure must be true or false, but is "yes"'],
    [{ metrics: { tls: true } }, 'metrics.tls is unknown: the known fields are secure, plain, certificateSecret'],
    [{ metrics: { secure: true, plain: true } }, 'metrics cannot be both secure and plain'],
    [
      { metrics: { certificateSecret: 'tls' } },
      'metrics.certificateSecret needs metrics.secure: set metrics.secure, or remove metrics.certificateSecret',
    ],
    [{ webhooks: true }, 'webhooks must be an object, or false, but is true'],
    [{ webhooks: { timeout: 3 } }, 'webhooks.timeout is unknown: the known fields are failurePolicy, timeoutSeconds, '],
    [{ webhooks: { failurePolicy: 'fail' } }, 'webhooks.failurePolicy must be one of "Fail", "Ignore", but is "fail"'],
    [{ namespaces: ['shop'], webhooks: {} }, 'webhooks need an external certificate if namespaces is set'],
    [{ labels: 'team=a' }, 'labels must be an object, but is "team=a"'],
    [{ labels: { team: true } }, 'labels.team must be the value of a label (at most 63 letters, digits, '],
    [{ labels: { 'a b': 'c' } }, 'labels: a key must be a key such as example.com/team (an optional domain, '],
    [{ labels: { team: 'x'.repeat(64) } }, 'labels.team must be the value of a label'],
    [{ annotations: { team: 1 } }, 'annotations.team must be a string, but is 1'],
    [{ serviceAccount: 'robot' }, 'serviceAccount must be an object, but is "robot"'],
    [{ serviceAccount: { create: false } }, 'serviceAccount.name is missing: name the existing ServiceAccount'],
    [
      { serviceAccount: { name: 'a', create: false, annotations: {} } },
      'serviceAccount.annotations needs serviceAccount.create',
    ],
    [
      { createsEverywhere: ['Pods'] },
      'createsEverywhere[0] must be a resource, such as pods or jobs.batch, but is "Pods"',
    ],
    [{ rbac: 'no' }, 'rbac must be true or false, but is "no"'],
    [{ networkPolicy: true }, 'networkPolicy must be an object, or false, but is true'],
    [
      { networkPolicy: { egress: { apiServers: ['10.0.0.1'] } } },
      'networkPolicy.egress.apiServers[0] must be addresses such as 10.0.0.0/8',
    ],
    [
      { networkPolicy: { egress: { apiServerPorts: [0] } } },
      'networkPolicy.egress.apiServerPorts[0] must be a whole number from 1 to 65535',
    ],
    [
      { networkPolicy: { metricsFrom: [{ namespace: 'a' }] } },
      'networkPolicy.metricsFrom[0].namespace is unknown: the known fields are ipBlock, namespaceSelector, podSelector',
    ],
    [
      { podDisruptionBudget: { maxUnavailable: -1 } },
      'podDisruptionBudget.maxUnavailable must be a whole number of at least 0, but is -1',
    ],
    [
      { podDisruptionBudget: { minAvailable: '150%' } },
      'podDisruptionBudget.minAvailable must be a whole number, or a percentage',
    ],
    [
      { podDisruptionBudget: { minAvailable: 1, maxUnavailable: 1 } },
      'podDisruptionBudget cannot have both maxUnavailable and minAvailable',
    ],
    [
      { rollingUpdate: { maxSurge: 0 } },
      'rollingUpdate could not replace any Pod: maxSurge or maxUnavailable must be more than 0',
    ],
    [{ ipFamily: 'IPv6' }, 'ipFamily must be one of "any", "IPv4", but is "IPv6"'],
    [
      { declaration: 'kubewright' },
      'declaration must be the declaration of an operator, as loadDeclaration() returns it',
    ],
    [{ declaration: { name: 'zoo' } }, 'failed to read the operator declaration: version must be '],
    [{ environment: 'production' }, 'environment must be an object, but is "production"'],
    [{ environment: {} }, 'environment.namespace must be the name of a namespace'],
    [{ environment: { namespace: 'a', nmespaces: [] } }, 'environment.nmespaces is unknown: did you mean namespaces?'],
  ])('of an Operator are rejected: %j', (props, ...errors) => {
    const found = listSynthErrors(operator, props);
    expect(found).toEqual(errors.map((error) => expect.stringContaining(`[chart/it] ${error}`) as unknown));
  });

  it.each<[props: Props, error: string]>([
    [{ name: 'North' }, 'environment.name must be a DNS label'],
    [{ petstore: {} }, 'environment.petstore is unknown: did you mean petStore?'],
    [{ petStore: {} }, 'environment.petStore.namespace must be the name of a namespace'],
    [{ petStore: { namespace: 'pets', data: 'yes' } }, 'environment.petStore.data must be an object, but is "yes"'],
    [{ createNamespaces: 'a' }, 'environment.createNamespaces must be a list, but is "a"'],
    [
      { ownNamespace: { keep: true } },
      'environment.ownNamespace.keep is unknown: the known fields are create, labels, annotations',
    ],
    [{ crds: true }, 'environment.crds must be one of "keep", "prune", "skip", but is true'],
    [{ policies: 'on' }, 'environment.policies must be one of "enforce", "warn", "off", but is "on"'],
    [{ samples: 'no' }, 'environment.samples must be true or false, but is "no"'],
    [{ monitoring: true }, 'environment.monitoring must be an object, but is true'],
    [
      { monitoring: { interval: '1m' } },
      'environment.monitoring.interval is unknown: the known fields are labels, alerts, ',
    ],
    [
      { monitoring: { scrape: { interval: '1 minute' } } },
      'environment.monitoring.scrape.interval must be a Prometheus duration',
    ],
    [
      { monitoring: { runbooks: 'docs' } },
      'environment.monitoring.runbooks must be the URL of a folder, but is "docs"',
    ],
    [{ monitoring: { alerts: true } }, 'environment.monitoring.alerts must be an object, or false, but is true'],
    [
      { monitoring: { alerts: { OperatorDwon: false } } },
      'environment.monitoring.alerts.OperatorDwon is unknown: did you mean OperatorDown?',
    ],
    [
      { monitoring: { alerts: { OperatorDown: { above: 0.1 } } } },
      'environment.monitoring.alerts.OperatorDown.above is unknown: the known fields are for, severity',
    ],
    [
      { monitoring: { alerts: { OperatorApiErrors: { above: 10 } } } },
      'environment.monitoring.alerts.OperatorApiErrors.above must be a share of at least 0 and less than 1, such as 0.1',
    ],
    [
      { monitoring: { alerts: { OperatorQueueSlow: { above: 300 } } } },
      'environment.monitoring.alerts.OperatorQueueSlow.above must be a Prometheus duration such as 10m, but is 300',
    ],
    [{ installation: 'North' }, 'environment.installation must be a DNS label of at most 47 characters'],
    [{ patches: [{ kind: 'Namespace', patch: [] }] }, 'environment.patches[0].patch must be a non-empty list'],
    [
      { patches: [{ kind: 'Gateway', patch: {} }] },
      'environment.patches[0] matches no object: the objects are Namespace system, ',
    ],
    [
      { patches: [{ kind: 'Namespace', patch: { metadata: { name: 'other' } } }] },
      'environment.patches[0] of Namespace system must not change metadata.name',
    ],
  ])('of an environment are rejected: %j', (props, error) => {
    expect(listSynthErrors(inEnvironment, props)).toEqual([expect.stringContaining(`[chart/it] ${error}`) as unknown]);
  });

  it.each<[Class: Parameters<typeof anyProps>[0], props: Props, error: string]>([
    [CrdsChart, { keep: true }, 'keep is unknown: the known fields are environment, namespace, labels, '],
    [OperatorChart, {}, 'environment must be an object, but is absent'],
    [OperatorChart, undefined, 'the props must be an object'],
    [SamplesChart, { environment: null }, 'environment must be an object, but is null'],
    [PetStoreChart, { environment: { name: 'a', namespace: 'a' } }, 'environment.petStore is missing'],
    [CustomResourceDefinitions, { keep: 'yes' }, 'keep must be true or false, but is "yes"'],
    [OperatorRbac, {}, 'serviceAccount must be an object, but is absent'],
    [OperatorRbac, { serviceAccount: { name: 'a' } }, 'serviceAccount.namespace must be the name of a'],
    [AdmissionPolicies, { mode: 'off' }, 'mode must be one of "enforce", "warn", but is "off"'],
    [OperatorMonitoring, { namespace: 'a', metrics: {} }, 'kubewright cannot be monitored'],
    [ServiceMonitor, { selector: {}, port: 8080 }, 'port must be a non-empty string, but is 8080'],
    [PrometheusRule, { groups: [{ name: 'a' }] }, 'groups[0].rules must be a list, but is absent'],
    [PrometheusRule, { groups: [{ name: 'a', rules: [{ alert: 'A' }] }] }, 'groups[0].rules[0].expr must be'],
    [MemcachedAlerts, { series: { 'a-b': 'c' } }, 'series: a key must be the name of a label'],
    [OperatorAlerts, { name: 'Zoo' }, 'name must be a DNS label of at most 47 characters'],
    [OperatorAlerts, { runbooks: 'docs' }, 'runbooks must be the URL of a folder, but is "docs"'],
    [OperatorAlerts, { series: { 'a-b': 'c' } }, 'series: a key must be the name of a label'],
    [OperatorAlerts, { series: {} }, 'series must have a label'],
    [OperatorAlerts, { alerts: false }, 'alerts must be an object, but is false'],
    [
      OperatorAlerts,
      { alerts: { OperatorDown: true } },
      'alerts.OperatorDown must be an object, or false, but is true',
    ],
    [OperatorAlerts, { alerts: { OperatorDown: { for: 5 } } }, 'alerts.OperatorDown.for must be a Prometheus duration'],
    [
      OperatorAlerts,
      { alerts: { OperatorDown: { severity: '' } } },
      'alerts.OperatorDown.severity must be a non-empty string',
    ],
    [
      OperatorMonitoring,
      { namespace: 'a', metrics: { plain: true }, alerts: [] },
      'alerts must be an object, or false',
    ],
    [GrafanaDashboard, { dashboard: '{}' }, "dashboard must be a dashboard in Grafana's JSON model"],
    [ArgoCdHealthChecks, { metadata: { names: 'a' } }, 'metadata.names is unknown: did you mean name?'],
    [PetStore, { nodePort: 80 }, 'nodePort must be a whole number from 30000 to 32767, but is 80'],
    [PetStore, { data: { size: '1Gi' } }, 'data.size is unknown: the known fields are sizeGibibytes, storageClass'],
  ])('of %s are rejected: %j', (Class, props, error) => {
    expect(listSynthErrors(anyProps(Class), props)).toEqual([
      expect.stringContaining(`[chart/it] ${error}`) as unknown,
    ]);
  });

  it('are reported together, each with the path of its construct', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'platform', { namespace: 'system' });
    operator(chart, { replicas: -1, replica: 3, image: 'a' });
    new PetStore(chart, 'store', { nodePort: 80 });
    expect(() => void Testing.synth(chart)).toThrow(
      /\[platform\/it\] image must be .*\n.*\[platform\/it\] replicas must be .*\n.*\[platform\/it\] replica is unknown.*\n.*\[platform\/store\] nodePort must be a whole number/,
    );
  });

  it('of an environment are reported once, by its first chart', () => {
    const environment = { name: 'north', namespace: 'system', createNamespaces: ['users'], replicas: '3' };
    const south = { ...environment, name: 'south', namespaces: 'shop' };
    const environments = [environment, south] as unknown as readonly Environment[];
    const synth = (addCharts?: (scope: Construct, of: Environment) => void): string[] =>
      createManifestsApp({ environments, ...(addCharts && { addCharts }) })
        .node.findAll()
        .flatMap(({ node }) => node.validate().map((text) => `[${node.path}] ${text.split(' must')[0] ?? ''}`));
    const once = [
      '[north/crds] environment.replicas',
      '[south/crds] environment.replicas',
      '[south/crds] environment.namespaces',
    ];
    expect(synth().sort()).toEqual(once.sort());
    // Another app with the same environments reports the same errors, and each chart reports the errors of its own props.
    expect(
      synth((scope, of) => {
        for (const id of ['one', 'two']) new OperatorChart(scope, id, { environment: of, name: 'N' });
      }),
    ).toEqual(expect.arrayContaining([...once, '[north/one] name', '[north/two] name']));
  });

  it('are rejected if createsEverywhere lacks a kind that the operator may create', () => {
    const createsEverywhere = ['deployments.apps'];
    expect(listSynthErrors(operator, { createsEverywhere, controllers: ['echo', 'web-server'] })).toEqual([
      '[chart/it] createsEverywhere lacks jobs.batch, services: the operator may create them in every namespace. ' +
        'Add them, or set namespaces, or run other controllers',
    ]);
    expect(listSynthErrors(operator, { createsEverywhere, namespaces: ['shop'] })).toEqual([]);
  });
});
