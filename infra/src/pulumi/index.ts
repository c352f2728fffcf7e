/**
 * Kubewright for Pulumi: the same charts as the committed YAML, as Pulumi resources.
 *
 * - `OperatorRelease` deploys an operator: its CustomResourceDefinitions, the operator, and samples if wanted.
 * - `deployChart` deploys any cdk8s chart in the same way, such as one with your own `WebServer`s.
 *
 * `plan-objects.ts` computes the order of the objects, `manifest.ts` has helpers for synthesized objects.
 * Needs `@pulumi/pulumi` and `@pulumi/kubernetes` beside this package.
 */
export { deployChart, type DeployChartOptions } from './deploy-chart.ts';
export { OperatorRelease, type OperatorReleaseArgs } from './operator-release.ts';
export { releaseConfig } from './release-config.ts';
