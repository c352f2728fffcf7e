import type { App, Chart } from 'cdk8s';

import type { ManifestObject, Unit } from '../gitops/index.ts';

/** Charts that are of no environment. */
const shared = 'argo-cd';

/** A chart that has objects, and these as they are deployed. */
export interface SynthesizedChart {
  readonly chart: Chart;
  readonly objects: readonly ManifestObject[];
}

/**
 * The units of an app: each chart that has objects, below the scope of its environment, in the order in which they are
 * applied. That is the order of their creation, but for charts that depend on others (`chart.addDependency`). The functions
 * for GitOps take them.
 *
 * Throws if a chart is invalid.
 */
export function unitsOf(app: App): readonly Unit[] {
  return unitsAmong(synthesizedCharts(app));
}

/** The charts of an app that have objects. Throws if a chart is invalid. */
export function synthesizedCharts(app: App): readonly SynthesizedChart[] {
  return app.charts
    .map((chart) => ({ chart, objects: chart.toJson() as readonly ManifestObject[] }))
    .filter(({ objects }) => objects.length > 0);
}

/** Pure: the charts that are units. */
export function unitsAmong(charts: readonly SynthesizedChart[]): readonly Unit[] {
  return charts.flatMap(({ chart, objects }) => {
    const folder = chart.node.path;
    const [environment, ...path] = folder.split('/');
    if (environment === undefined || environment === shared || path.length === 0) return [];
    return [{ environment, name: path.join('-'), folder, objects }];
  });
}
