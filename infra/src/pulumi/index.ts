/**
 * Kubewright for Pulumi: the same charts as the committed YAML, object by object.
 *
 * - `OperatorRelease` deploys an operator: definitions, then the operator, then samples if they are asked for.
 * - `deployChart` deploys any cdk8s chart the same way, such as one with your own `WebServer`s.
 *
 * `plan-objects.ts` decides the order, `manifest.ts` reads what the chart synthesizes.
 * Needs `@pulumi/pulumi` and `@pulumi/kubernetes` beside this package.
 */
export { deployChart, type DeployChartOptions } from './deploy-chart.ts';
export { OperatorRelease, type OperatorReleaseArgs } from './operator-release.ts';
export { releaseConfig } from './release-config.ts';
