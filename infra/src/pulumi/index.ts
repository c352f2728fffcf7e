/**
 * Kubewright for Pulumi: the same charts as the committed YAML, as Pulumi resources.
 *
 * - `OperatorRelease` deploys an operator: its CustomResourceDefinitions, the operator, and samples if wanted.
 * - `ChartRelease` deploys any cdk8s charts in the same way, such as one with your own `WebServer`s.
 * - `asString` puts an output of Pulumi into a chart.
 *
 * `operator-release.ts` makes the charts of a release, `outputs.ts` takes outputs out of data and puts them back,
 * `chart-release.ts` registers the objects, `plan-objects.ts` computes their order and makes them fit the provider.
 * `plugin.ts` serves `OperatorRelease` to programs in any language.
 *
 * Needs `@pulumi/pulumi` and `@pulumi/kubernetes` beside this package.
 */
export { ChartRelease, type ChartReleaseArgs } from './chart-release.ts';
export { OperatorRelease, type OperatorReleaseArgs, readReleaseConfig } from './operator-release.ts';
export { asString, type WithOutputs } from './outputs.ts';
