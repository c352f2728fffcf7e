import type { Chart } from 'cdk8s';

import type { PlainObject } from './object.ts';

/** The objects that are applied together: one folder of manifests, one chart. */
export interface Unit {
  readonly name: string;
  readonly objects: readonly PlainObject[];
}

/**
 * The objects of cdk8s charts: one unit for each, by the id of the chart, in the given order. `app.charts` has all charts
 * of an app.
 *
 * Throws if a chart is invalid.
 */
export function unitsOf(charts: readonly Chart[]): Unit[] {
  return charts.map((chart) => ({ name: chart.node.id, objects: chart.toJson() as PlainObject[] }));
}

/** All objects of the units, in order. */
export function objectsIn(units: readonly Unit[]): readonly PlainObject[] {
  return units.flatMap(({ objects }) => objects);
}
