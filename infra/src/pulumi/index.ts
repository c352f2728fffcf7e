/**
 * Kubewright for Pulumi: the charts of the committed YAML, as Pulumi resources.
 *
 * - `OperatorRelease` deploys an operator: its CRDs, the operator, and optionally samples.
 * - `ChartRelease` deploys any cdk8s charts in the same way, such as one with your own `WebServer`s.
 * - `asString` puts a Pulumi output into a chart.
 *
 * `operator-release.ts` builds the charts of a release, `outputs.ts` replaces outputs in data with tokens and restores
 * them, `chart-release.ts` registers the objects, `plan-objects.ts` computes their order and adapts them to the
 * provider. `plugin.ts` serves `OperatorRelease` to programs in any language.
 *
 * Requires `@pulumi/pulumi` and `@pulumi/kubernetes`.
 */
export { ChartRelease, type ChartReleaseArgs } from './chart-release.ts';
export { OperatorRelease, type OperatorReleaseArgs, readReleaseConfig } from './operator-release.ts';
export { asString, type WithOutputs } from './outputs.ts';
