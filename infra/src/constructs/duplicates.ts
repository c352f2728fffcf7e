import { ApiObject, type App, Chart, YamlOutputType } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { formatIdentity, type PlainObject, formatTitle } from '@kubewright/declaration';

/** The charts of an app, with a key that identifies their cluster. */
const charts = new WeakMap<IConstruct, Map<Chart, string>>();

/**
 * Fails the synth if an object of this chart exists a second time, in this chart or in another one of the same cluster:
 * the second object would silently replace the first.
 *
 * @param cluster name of the environment; a chart without one has its own cluster
 */
export function rejectDuplicateObjects(construct: Construct, cluster?: string): void {
  const chart = Chart.of(construct);
  const known = charts.get(chart.node.root) ?? new Map<Chart, string>();
  charts.set(chart.node.root, known);
  const isNew = !known.has(chart);
  if (isNew || cluster !== undefined) known.set(chart, cluster ?? known.get(chart) ?? chart.node.path);
  if (isNew) chart.node.addValidation({ validate: () => [...listDuplicates(chart, known), ...listOverwritten(chart)] });
}

function getCluster(construct: Construct): string {
  const chart = Chart.of(construct);
  return charts.get(chart.node.root)?.get(chart) ?? chart.node.path;
}

function listDuplicates(chart: Chart, known: ReadonlyMap<Chart, string>): string[] {
  const cluster = known.get(chart);
  const together = [...known.keys()].filter((each) => known.get(each) === cluster);
  const objects = together.slice(0, together.indexOf(chart) + 1).flatMap(listChartObjects);
  return objects.flatMap((object, index) => {
    if (Chart.of(object) !== chart) return [];
    const other = objects.slice(0, index).find((each) => isSameObject(each, object));
    return other === undefined ? [] : [formatDuplicate(other, object)];
  });
}

function listChartObjects(chart: Chart): ApiObject[] {
  return chart.node
    .findAll()
    .filter((each): each is ApiObject => ApiObject.isApiObject(each) && Chart.of(each) === chart);
}

/** Compares written objects, because only these show whether an object has a namespace. */
function isSameObject(one: ApiObject, other: ApiObject): boolean {
  return (
    hasSameFile(one, other) &&
    formatIdentity(one.toJson() as PlainObject) === formatIdentity(other.toJson() as PlainObject)
  );
}

function formatDuplicate(first: ApiObject, second: ApiObject): string {
  const title = formatTitle(second.toJson() as PlainObject);
  return (
    `${title} exists twice, at ${first.node.path} and at ${second.node.path}: the second would replace the ` +
    'first. Rename one installation (installation in its environment, or name), or remove one of them; for ' +
    'another cluster, rename its environment'
  );
}

/** Finds objects with the same kind and name in different namespaces, because cdk8s would write them to one file. */
function listOverwritten(chart: Chart): string[] {
  const { yamlOutputType: output, charts: all = [] } = chart.node.root as Partial<App>;
  const { FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE } = YamlOutputType;
  if (output !== FILE_PER_RESOURCE && output !== FOLDER_PER_CHART_FILE_PER_RESOURCE) return [];
  const charts = output === FILE_PER_RESOURCE ? all : [chart];
  const objects = charts.slice(0, charts.indexOf(chart) + 1).flatMap(listChartObjects);
  const isHere = (object: ApiObject): boolean => Chart.of(object) === chart;
  return objects.filter(isHere).flatMap((object) => {
    const other = objects.slice(0, objects.indexOf(object)).find((each) => hasSameFile(each, object));
    if (other === undefined || isSameObject(other, object)) return [];
    const [first, second] = [other, object].map((each) => formatTitle(each.toJson() as PlainObject));
    return [
      `cdk8s would write ${first} and ${second} to one file, which then has only the second: choose an output with a ` +
        'file for each chart, such as YamlOutputType.FILE_PER_CHART',
    ];
  });
}

function hasSameFile(one: ApiObject, other: ApiObject): boolean {
  return one.kind === other.kind && one.name === other.name;
}

interface ServedInstallation {
  /** Name of the installation. */
  readonly name: string;
  /** Name of the operator. */
  readonly operator: string;
  /** The namespaces that the installation serves; `undefined` for the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  /** The controllers that run; `undefined` for all. */
  readonly controllers: readonly string[] | undefined;
}

const installations = new WeakMap<IConstruct, Map<Construct, ServedInstallation>>();

/** Fails the synth if an earlier installation serves the same custom resources in the same cluster. */
export function rejectOverlappingInstallations(construct: Construct, served: ServedInstallation): void {
  const { root } = construct.node;
  const known = installations.get(root) ?? new Map<Construct, ServedInstallation>();
  installations.set(root, known.set(construct, served));
  construct.node.addValidation({ validate: () => listOverlaps(construct, known) });
}

function listOverlaps(construct: Construct, known: ReadonlyMap<Construct, ServedInstallation>): string[] {
  const own = known.get(construct);
  const before = [...known].slice(0, [...known.keys()].indexOf(construct));
  return before
    .filter(
      ([other, served]) =>
        own !== undefined && getCluster(other) === getCluster(construct) && isOverlapping(served, own),
    )
    .map(
      ([other, { name }]) =>
        `serves the same custom resources as the installation ${name} at ${other.node.path}: give each its own namespaces or ` +
        'controllers; for another cluster, rename its environment',
    );
}

/**
 * Ignores installations with equal names: they are the same installation twice, which the check of duplicate objects
 * reports.
 */
function isOverlapping(one: ServedInstallation, other: ServedInstallation): boolean {
  const overlap = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
    a === undefined || b === undefined || a.some((each) => b.includes(each));
  const isOther = one.operator === other.operator && one.name !== other.name;
  return isOther && overlap(one.namespaces, other.namespaces) && overlap(one.controllers, other.controllers);
}
