import { ApiObject, Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';

import { identityOf, type PlainObject, titleOf } from '../../objects/index.ts';

/** The charts of an app that are deployed to one cluster, by what tells the clusters apart. */
const charts = new WeakMap<IConstruct, Map<Chart, string>>();

/**
 * Lets the synth fail if an object of this chart is in the chart twice, or in another one of the same cluster: the second one
 * would silently take the place of the first.
 *
 * @param cluster the name of the environment; charts without one are for clusters of their own
 */
export function checkTwice(construct: Construct, cluster?: string): void {
  const chart = Chart.of(construct);
  const known = charts.get(chart.node.root) ?? new Map<Chart, string>();
  charts.set(chart.node.root, known);
  const isNew = !known.has(chart);
  if (isNew || cluster !== undefined) known.set(chart, cluster ?? known.get(chart) ?? chart.node.path);
  if (isNew) chart.node.addValidation({ validate: () => twiceIn(chart, known) });
}

/** What tells the cluster of a chart from others. */
export function clusterOf(chart: Chart): string {
  return charts.get(chart.node.root)?.get(chart) ?? chart.node.path;
}

function twiceIn(chart: Chart, known: ReadonlyMap<Chart, string>): string[] {
  const cluster = known.get(chart);
  const together = [...known.keys()].filter((each) => known.get(each) === cluster);
  const objects = together.slice(0, together.indexOf(chart) + 1).flatMap(objectsOf);
  return objects.flatMap((object, index) => {
    if (Chart.of(object) !== chart) return [];
    const other = objects.slice(0, index).find((each) => isSame(each, object));
    return other === undefined ? [] : [textOf(other, object)];
  });
}

function objectsOf(chart: Chart): ApiObject[] {
  return chart.node
    .findAll()
    .filter((each): each is ApiObject => ApiObject.isApiObject(each) && Chart.of(each) === chart);
}

/** Only what is written says whether an object has a namespace. */
function isSame(one: ApiObject, other: ApiObject): boolean {
  if (one.kind !== other.kind || one.name !== other.name) return false;
  return identityOf(one.toJson() as PlainObject) === identityOf(other.toJson() as PlainObject);
}

function textOf(first: ApiObject, second: ApiObject): string {
  const title = titleOf(second.toJson() as PlainObject);
  return (
    `${title} is there twice, at ${first.node.path} and at ${second.node.path}: the second one would take the place of the ` +
    'first. Give one installation another name (installation of its environment, or name), or leave one of them out; for ' +
    'another cluster, give its environment another name'
  );
}
