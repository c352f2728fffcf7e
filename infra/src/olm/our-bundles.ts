import { App } from 'cdk8s';
import type { Environment } from '../options/index.ts';

import { SamplesChart } from '../charts/index.ts';
import { kubewrightDeclaration } from '../declaration/index.ts';
import type { PlainObject } from '../objects/index.ts';
import { olmBundle } from './bundle.ts';
import { olmCatalog } from './catalog.ts';
import type { OlmBundle, OlmShownData } from './options.ts';

const described: OlmShownData = {
  keywords: ['typescript', 'operator'],
  minKubeVersion: '1.30.0',
  categories: ['Application Runtime'],
  capabilities: 'Seamless Upgrades',
};

/**
 * The bundles of this project: Memcached in two versions, as its original had them, and all operators in one.
 *
 * @param shown who publishes them, and where. @default - nobody is named, nor any address
 */
export function ourBundles(shown: OlmShownData = {}): readonly OlmBundle[] {
  const common = { ...described, ...shown };
  const first = memcached(common, '0.0.1');
  return [first, memcached(common, '0.0.2', first.name), everything(common)];
}

/** The catalog of these bundles. */
export function ourCatalog(bundles: readonly OlmBundle[] = ourBundles()): ReadonlyMap<string, string> {
  return olmCatalog(
    bundles.map((bundle) => ({
      bundle,
      image: `ghcr.io/kubewright/${bundle.package}-bundle:v${bundle.version}`,
    })),
  );
}

function memcached(shown: OlmShownData, version: string, replaces?: string): OlmBundle {
  return olmBundle({
    ...shown,
    package: 'memcachedoperator',
    version,
    ...(replaces !== undefined && { replaces }),
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
    description: 'Runs memcached: Pods that cache in memory, and a Service that reaches them.',
    keywords: ['memcached', 'cache'],
    categories: ['Database'],
    kindNames: { Memcached: 'Memcached App' },
    examples: samplesOf(['Memcached']),
    relatedImages: { memcached: defaultOf('memcachedImage') },
  });
}

function everything(shown: OlmShownData): OlmBundle {
  return olmBundle({
    ...shown,
    environment: {
      name: 'olm',
      namespace: 'kubewright-system',
      createsEverywhere: ['cronjobs.batch', 'deployments.apps', 'jobs.batch', 'pods', 'services'],
    },
    displayName: 'Kubewright',
    description: 'Our operators in one: Echo, ImmortalContainer, Memcached, Pet, ScheduledEcho and WebServer.',
    examples: samplesOf(),
  });
}

/** The value of a setting if none is given. */
function defaultOf(setting: string): string {
  const found = kubewrightDeclaration().settings.find(({ name }) => name === setting)?.default;
  if (typeof found !== 'string') throw new Error(`the operator has no text for its setting ${setting}`);
  return found;
}

/** One sample of each kind. */
function samplesOf(kinds?: readonly string[]): readonly PlainObject[] {
  const environment: Environment = { name: 'olm', namespace: 'olm', petStore: { namespace: 'olm' } };
  const objects = new SamplesChart(new App(), 'samples', { environment }).toJson() as readonly PlainObject[];
  const own = objects.filter(({ kind }) => kinds?.includes(kind) ?? true);
  return own.filter(({ kind }, index) => own.findIndex((each) => each.kind === kind) === index).map(anywhere);
}

/** Without a namespace: a console asks for it. */
function anywhere(object: PlainObject): PlainObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
