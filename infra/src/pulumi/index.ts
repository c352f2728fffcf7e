/**
 * Kubewright for Pulumi: the same charts as the committed YAML, as Pulumi resources.
 *
 * - `OperatorRelease` deploys an operator: its CustomResourceDefinitions, the operator, and samples if wanted.
 * - `ChartRelease` deploys any cdk8s charts in the same way, such as one with your own `WebServer`s.
 * - `asString` puts an output of Pulumi into a chart.
 *
 * `release-charts.ts` makes the charts of a release, `output-tokens.ts` takes outputs out of data and puts them back,
 * `check-outputs.ts` says where none can stand, `deploy-charts.ts` registers the objects, `plan-objects.ts` computes their
 * order, `provider-annotations.ts` says what is waited for, `manifest.ts` has helpers for synthesized objects.
 *
 * Needs `@pulumi/pulumi` and `@pulumi/kubernetes` beside this package.
 */
export { ChartRelease, type ChartReleaseArgs } from './chart-release.ts';
export { asString, type WithOutputs } from './output-tokens.ts';
export { OperatorRelease, type OperatorReleaseArgs } from './operator-release.ts';
export { releaseConfig } from './release-config.ts';
