import { type PlainObject, getStringAt, getStringsAt } from '@kubewright/declaration';
import { App } from 'cdk8s';

import { SamplesChart } from '../charts/samples.ts';
import { getKubewrightDeclaration } from '../declaration/index.ts';
import { production } from '../environments/environments.ts';
import type { OlmBundleOptions, OlmShownData } from '../options/index.ts';
import { type OlmBundle, buildOlmBundle } from './bundle.ts';
import { renderOlmCatalog } from './catalog.ts';
import { removeNamespace } from './deployed-objects.ts';

/**
 * The bundles of this project: Memcached in two versions, like the upstream sample, and all operators in one.
 *
 * @param shown the publisher and links. @default - no names or addresses
 */
export function buildOurBundles(shown: OlmShownData = {}): readonly OlmBundle[] {
  const bundle = (options: OlmBundleOptions): OlmBundle =>
    buildOlmBundle({
      keywords: ['typescript', 'operator'],
      minKubeVersion: '1.30.0',
      categories: ['Application Runtime'],
      capabilities: 'Seamless Upgrades',
      ...shown,
      ...options,
    });
  const first = bundle(buildMemcachedOptions('0.0.1'));
  return [first, bundle({ ...buildMemcachedOptions('0.0.2'), replaces: first.name }), bundle(buildAllOptions())];
}

/** The catalog of our bundles. */
export function renderOurCatalog(bundles: readonly OlmBundle[] = buildOurBundles()): ReadonlyMap<string, string> {
  const formatBundleImage = (bundle: OlmBundle): string =>
    `ghcr.io/kubewright/${bundle.package}-bundle:v${bundle.version}`;
  return renderOlmCatalog(bundles.map((bundle) => ({ bundle, image: formatBundleImage(bundle) })));
}

function buildMemcachedOptions(version: string): OlmBundleOptions {
  const { settings } = getKubewrightDeclaration();
  return {
    package: 'memcachedoperator',
    version,
    name: 'memcached-operator',
    environment: {
      name: 'olm',
      namespace: 'memcached-operator-system',
      image: { tag: `v${version}` },
      controllers: ['memcached'],
      replicas: 1,
      createsEverywhere: ['deployments.apps', 'services'],
    },
    displayName: 'Memcached Operator',
    description: 'Runs memcached: a Deployment of memcached Pods, and a Service for them.',
    keywords: ['memcached', 'cache'],
    categories: ['Database'],
    kindNames: { Memcached: 'Memcached App' },
    examples: synthSamples().filter(({ kind }) => kind === 'Memcached'),
    relatedImages: { memcached: settings.find(({ name }) => name === 'memcachedImage')?.default as string },
  };
}

function buildAllOptions(): OlmBundleOptions {
  const kinds = getKubewrightDeclaration().apis.map(({ kind }) => kind);
  return {
    environment: {
      name: 'olm',
      namespace: 'kubewright-system',
      createsEverywhere: production.createsEverywhere ?? [],
    },
    displayName: 'Kubewright',
    description: `All operators of Kubewright in one: ${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1) ?? ''}.`,
    examples: synthSamples(),
  };
}

/** One sample of each kind, without a namespace, because a console asks for the namespace. */
function synthSamples(): readonly PlainObject[] {
  const environment = { name: 'olm', namespace: 'olm', petStore: { namespace: 'olm' } };
  const objects = new SamplesChart(new App(), 'samples', { environment }).toJson() as readonly PlainObject[];
  const first = new Map(objects.toReversed().map((object) => [object.kind, object]));
  return objects.filter((object) => first.get(object.kind) === object).map(removeNamespace);
}

/**
 * Pure: reads an operator's metadata from a `package.json`: `author` is the maintainer and the provider, `repository`
 * the sources, `homepage` a link, `keywords` the keywords. Omits missing fields.
 *
 * @param packageJson the parsed file
 * @see https://docs.npmjs.com/cli/configuring-npm/package-json
 */
export function parsePackageJson(packageJson: unknown): OlmShownData {
  const { name, email, url } = parseAuthor(packageJson);
  const repository = parseRepository(packageJson);
  const homepage = toHttpsUrl(getStringAt(packageJson, 'homepage'));
  const links = { ...(homepage && { Home: homepage }), ...(repository && { Sources: repository }) };
  const keywords = getStringsAt(packageJson, 'keywords');
  return {
    ...(name && { provider: { name, ...(url && { url }) } }),
    ...(name && email && { maintainers: { [name]: email } }),
    ...(repository && { repository }),
    ...(Object.keys(links).length > 0 && { links }),
    ...(keywords.length > 0 && { keywords }),
  };
}

/** Reads both forms: `Ada <ada@example.com> (https://example.com)`, or an object. */
function parseAuthor(packageJson: unknown): Readonly<Record<'name' | 'email' | 'url', string | undefined>> {
  const text = getStringAt(packageJson, 'author');
  const part = (pattern: RegExp, key: string): string | undefined =>
    text === undefined ? getStringAt(packageJson, `author.${key}`) : pattern.exec(text)?.[1]?.trim();
  const [name, email] = [part(/^([^<(]+)/, 'name'), part(/<([^>]+)>/, 'email')];
  return { name, email, url: toHttpsUrl(part(/\(([^)]+)\)/, 'url')) };
}

/** Reads `git+https://example.com/sources.git`, `{ url }`, and GitHub's `owner/name`. */
function parseRepository(packageJson: unknown): string | undefined {
  const text = getStringAt(packageJson, 'repository') ?? getStringAt(packageJson, 'repository.url');
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text ?? '');
  if (short !== null) return `https://github.com/${short[1] ?? ''}`;
  return toHttpsUrl(text?.replace(/^git\+/, '').replace(/\.git$/, ''));
}

function toHttpsUrl(text: string | undefined): string | undefined {
  return text?.startsWith('https://') === true ? text : undefined;
}
