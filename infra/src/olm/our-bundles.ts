import { App } from 'cdk8s';

import { SamplesChart } from '../charts/index.ts';
import { kubewrightDeclaration } from '../declaration/index.ts';
import type { Environment } from '../environments/index.ts';
import type { PlainObject } from '../objects/index.ts';
import { olmBundle } from './bundle.ts';
import { olmCatalog } from './catalog.ts';
import type { OlmBundle, OlmShownData } from './options.ts';

const address = 'https://github.com/kubewright/kubewright';

/** A helm with four spokes. */
const wheel =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" fill="none" stroke="#3178c6" stroke-width="6">' +
  '<circle cx="40" cy="40" r="24"/><path d="M40 4v72M4 40h72"/></svg>';

const shown: OlmShownData = {
  keywords: ['typescript', 'operator'],
  links: { Kubewright: address },
  maintainers: { Kubewright: 'kubewright@users.noreply.github.com' },
  provider: { name: 'Kubewright', url: address },
  icon: { data: Buffer.from(wheel).toString('base64'), mediaType: 'image/svg+xml' },
  minKubeVersion: '1.30.0',
  repository: address,
  categories: ['Application Runtime'],
  capabilities: 'Seamless Upgrades',
};

/** The bundles of this project: Memcached in two versions, as its original had them, and all operators in one. */
export function ourBundles(): readonly OlmBundle[] {
  return [memcached('0.0.1'), memcached('0.0.2', 'memcachedoperator.v0.0.1'), everything()];
}

/** The catalog of these bundles. */
export function ourCatalog(): ReadonlyMap<string, string> {
  return olmCatalog(
    ourBundles().map((bundle) => ({
      bundle,
      image: `ghcr.io/kubewright/${bundle.package}-bundle:v${bundle.version}`,
    })),
  );
}

function memcached(version: string, replaces?: string): OlmBundle {
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

function everything(): OlmBundle {
  return olmBundle({
    ...shown,
    environment: {
      name: 'olm',
      namespace: 'kubewright-system',
      createsEverywhere: ['cronjobs.batch', 'deployments.apps', 'jobs.batch', 'pods', 'services'],
    },
    displayName: 'Kubewright',
    description: 'Five operators in one: Echo, ImmortalContainer, Memcached, Pet and WebServer.',
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
