import type { App, Chart } from 'cdk8s';

import type { ManifestObject, Unit } from '../gitops/index.ts';

/** Charts that are of no environment. */
const shared = 'argo-cd';

/**
 * The units of an app: each chart that has objects, below the scope of its environment, in the order in which they are
 * applied. That is the order of their creation, but for charts that depend on others (`chart.addDependency`).
 */
export function unitsOf(app: App): readonly Unit[] {
  return app.charts.flatMap((chart) => {
    const [environment, ...path] = chart.node.path.split('/');
    if (environment === undefined || environment === shared || path.length === 0) return [];
    const objects = objectsOf(chart);
    return objects.length === 0 ? [] : [{ environment, name: path.join('-'), folder: chart.node.path, objects }];
  });
}

/** The objects of a chart, as they are deployed. Throws if the chart is invalid. */
export function objectsOf(chart: Chart): readonly ManifestObject[] {
  return chart.toJson() as readonly ManifestObject[];
}
