/** Collects the names that live in clusters: others select, watch, alert on or own objects by them. */
import { isRecord } from '../../../operator/declaration/src/index.ts';
import { buildFieldManager } from '../../../operator/runtime/src/controller/index.ts';
import { readYaml } from '../../../test/support/read-yaml.ts';

/** The files of the repository, by path. */
export interface Files {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

const manifest = /^infra\/manifests\/[^/]+\/(?!samples\/).+\.k8s\.yaml$/;
const source =
  /^operator\/(?:runtime\/)?src\/(?!.*\.(?:test|test-d|suite)\.|(?:.*\/)?(?:generated|testing|pet-store)\/).+\.ts$/;
const infraSource = /^infra\/src\/(?!.*\.(?:test|test-d)\.|(?:.*\/)?testing\/).+\.ts$/;
const builtinKinds = /^operator\/runtime\/src\/kinds\/generated\//;
const runbook = /^infra\/docs\/runbooks\/(\w+)\.md$/;

/** One line per name, sorted: `metric workqueue_depth{name,controller,priority}`. */
export function collectNames({ paths, read }: Files): readonly string[] {
  const readAll = (pattern: RegExp): string[] => paths.filter((path) => pattern.test(path)).map(read);
  const kinds = readAll(builtinKinds).join('\n');
  return [
    ...new Set([
      ...readAll(manifest).flatMap((text) => readYaml(text).flatMap(listInObject)),
      ...listInDeclaration(JSON.parse(read('operator/declaration.json')) as Declaration),
      ...listMetrics(read('operator/docs/metrics.md')),
      ...readAll(source)
        .flatMap(listWords)
        .filter((word) => !kinds.includes(`kind: '${word}'`))
        .map((word) => `word ${word}`),
      ...[...readAll(source), ...readAll(infraSource)].flatMap(listInSource),
      ...paths.flatMap((path) => runbook.exec(path)?.[1] ?? []).map((name) => `alert ${name}`),
    ]),
  ].sort();
}

/** The lines of `before` that `after` lacks, unless the page has the line in backticks, without its first word. */
export function findLost(before: readonly string[], after: readonly string[], page: string): readonly string[] {
  const isExplained = (line: string): boolean => page.includes(`\`${line.slice(line.indexOf(' ') + 1)}\``);
  return before.filter((line) => !after.includes(line) && !isExplained(line));
}

interface Declaration {
  readonly name: string;
  readonly controllers: readonly { readonly name: string }[];
  readonly leaderElection: { readonly leaseName: string };
  readonly settings: readonly { readonly flag: string; readonly env: string }[];
}

function listInDeclaration({ name, controllers, leaderElection, settings }: Declaration): readonly string[] {
  return [
    ...controllers.map((controller) => `field-manager ${buildFieldManager(name, controller.name)}`),
    `object Lease/${leaderElection.leaseName}`,
    ...settings.flatMap(({ flag, env }) => [`flag ${flag}`, `variable ${env}`]),
  ];
}

function listInObject(object: unknown): readonly string[] {
  if (!isRecord(object) || !isRecord(object['metadata'])) return [];
  const { kind, metadata } = object;
  // Omits the schema of a CRD: `released-crds.ts` compares the names of its fields.
  const fields = kind === 'CustomResourceDefinition' ? metadata : object;
  return [`object ${String(kind)}/${String(metadata['name'])}`, ...listInFields(fields)];
}

/** Maps the key of a list in the sources to the kind of the names in that list. */
const named: Readonly<Record<string, string>> = {
  ...{ containers: 'container', env: 'variable', ports: 'port', volumes: 'volume', webhooks: 'webhook' },
};

function listInFields(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const items = [value].flat();
    const flags = key === 'args' ? items.flatMap((each) => /^--[\w-]+/.exec(String(each)) ?? []) : [];
    return [
      ...flags.map((flag) => `flag ${flag}`),
      ...items.filter(isRecord).flatMap((item) => [...listInItem(key, item), ...listInFields(item)]),
    ];
  });
}

function listInItem(key: string, item: Readonly<Record<string, unknown>>): readonly string[] {
  const what = named[key];
  if (what !== undefined) return typeof item['name'] === 'string' ? [`${what} ${item['name']}`] : [];
  return listInMetadata(key, item);
}

function listInMetadata(key: string, map: Readonly<Record<string, unknown>>): readonly string[] {
  if (key === 'annotations') return Object.keys(map).map((name) => `annotation ${name}`);
  if (key !== 'labels' && key !== 'matchLabels') return [];
  return Object.entries(map).map(([name, value]) => {
    return name === 'app.kubernetes.io/version' ? `label ${name}` : `label ${name}=${String(value)}`;
  });
}

function listMetrics(page: string): readonly string[] {
  return [...page.matchAll(/^\| `(\w+)` +\| \w+ +\| (.*?) +\|/gm)].map(([, name = '', labels = '']) => {
    return `metric ${name}{${labels.replaceAll(/[`\s–]/g, '')}}`;
  });
}

/** Precedes strings in PascalCase that are not our names: kinds, values of Kubernetes, columns of CRDs, types. */
const foreign = String.raw`\b(?:kind|name|operation|propagation|scope|status|type|\w*[pP]olicy|dryRun|fieldValidation)(?:: string)?(?: =+| !==|:|\?:) \[?|column\(|\| |actions: \[`;
const word = new RegExp(String.raw`(?<!${foreign})'([A-Z][a-z]+(?:[A-Z][a-z]*)*)'(?! \|)`, 'g');

/** Types and reasons of conditions, and reasons and actions of events. */
function listWords(text: string): readonly string[] {
  return [...removeComments(text).matchAll(word)].map(([, name = '']) => name);
}

/** Annotations, labels, finalizers and API groups, and the endings of object names: `in-use` in `${name}-in-use`. */
function listInSource(text: string): readonly string[] {
  const code = removeComments(text);
  const qualified = code.matchAll(/['"]((?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w.-]*|(?:[a-z0-9-]+\.){2,}(?:com|io|it))['"]/g);
  const endings = code.matchAll(/\}(-[a-z]+(?:-[a-z]+)*)`/g);
  return [
    ...[...qualified].map(([, name = '']) => `qualified ${name}`),
    ...[...endings].map(([, ending = '']) => `ending ${ending}`),
  ];
}

function removeComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, '');
}
