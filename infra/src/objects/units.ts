import type { Chart } from 'cdk8s';

import type { PlainObject } from './object.ts';

/** The objects that are applied together: one folder of manifests, one chart. */
export interface Unit {
  readonly name: string;
  readonly objects: readonly PlainObject[];
}

/**
 * The objects of a cdk8s chart as a unit, by the id of the chart: for charts of your own, `app.charts.map(chartUnit)`. The
 * units of the environments of `manifestsApp` are `unitsOf(app)`.
 *
 * Throws if the chart is invalid.
 */
export function chartUnit(chart: Chart): Unit {
  return { name: chart.node.id, objects: chart.toJson() as PlainObject[] };
}

/** All objects of the units, in order. */
export function objectsIn(units: readonly Unit[]): readonly PlainObject[] {
  return units.flatMap(({ objects }) => objects);
}
