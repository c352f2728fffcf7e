import { getAt, getListAt, type PlainObject, getStringAt, writeYaml } from '@kubewright/declaration';

import type { OlmBundle } from './bundle.ts';

/** A bundle and the reference of its image. */
export interface CatalogBundle {
  readonly bundle: OlmBundle;
  /**
   * Reference of the image that `bundle.Dockerfile` builds, which OLM unpacks.
   *
   * @default - none: OLM installs the objects in the catalog itself
   */
  readonly image?: string;
}

/**
 * Pure: a file-based catalog of bundles of one or more packages: the text of each file by path.
 *
 * Throws if two bundles of a package have the same name, or a bundle replaces one that is missing.
 */
export function renderOlmCatalog(bundles: readonly CatalogBundle[]): ReadonlyMap<string, string> {
  const names = [...new Set(bundles.map(({ bundle }) => bundle.package))];
  return new Map(
    names.map((name) => {
      const own = bundles.filter(({ bundle }) => bundle.package === name);
      checkUpgrades(own.map(({ bundle }) => bundle));
      return [`${name}/catalog.yaml`, writeYaml(...buildPackageEntries(name, own))];
    }),
  );
}

function checkUpgrades(bundles: readonly OlmBundle[]): void {
  const names = bundles.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`failed to build a catalog: two bundles are named ${twice}`);
  for (const bundle of bundles) {
    const replaced = getReplaces(bundle);
    if (replaced === undefined || names.includes(replaced)) continue;
    throw new Error(
      `failed to build a catalog: ${bundle.name} replaces ${replaced}, which the catalog lacks: add that bundle`,
    );
  }
}

function getReplaces({ clusterServiceVersion }: OlmBundle): string | undefined {
  return getStringAt(clusterServiceVersion, 'spec.replaces');
}

function buildPackageEntries(name: string, bundles: readonly CatalogBundle[]): readonly object[] {
  const channels = [...new Set(bundles.flatMap(({ bundle }) => bundle.channels))];
  const newest = bundles.at(-1)?.bundle;
  const description = getStringAt(newest, 'clusterServiceVersion.spec.description');
  return [
    { schema: 'olm.package', name, defaultChannel: newest?.channels[0], description },
    ...channels.map((channel) => ({
      schema: 'olm.channel',
      package: name,
      name: channel,
      entries: bundles
        .filter(({ bundle }) => bundle.channels.includes(channel))
        .map(({ bundle }) => buildChannelEntry(bundle)),
    })),
    ...bundles.map(buildBundleEntry),
  ];
}

function buildChannelEntry(bundle: OlmBundle): object {
  const replaces = getReplaces(bundle);
  const skips = getListAt(bundle.clusterServiceVersion, 'spec.skips');
  return { name: bundle.name, ...(replaces !== undefined && { replaces }), ...(skips.length > 0 && { skips }) };
}

function buildBundleEntry({ bundle, image }: CatalogBundle): object {
  const { name, package: packageName, version, clusterServiceVersion: described, objects } = bundle;
  const kinds = getListAt(described, 'spec.customresourcedefinitions.owned');
  const required = getListAt(described, 'spec.customresourcedefinitions.required');
  return {
    ...{ schema: 'olm.bundle', name, package: packageName },
    ...(image !== undefined && { image }),
    properties: [
      ...kinds.map((kind) => ({ type: 'olm.gvk', value: parseGvk(kind) })),
      ...required.map((kind) => ({ type: 'olm.gvk.required', value: parseGvk(kind) })),
      { type: 'olm.package', value: { packageName, version } },
      // The properties for package browsers, and for OLM if the bundle has no image.
      ...[described, ...objects].map((object) => ({
        type: 'olm.bundle.object',
        value: { data: Buffer.from(JSON.stringify(object)).toString('base64') },
      })),
    ],
    relatedImages: [
      ...(image === undefined ? [] : [{ name: '', image }]),
      ...getListAt(described, 'spec.relatedImages'),
    ],
  };
}

/** Group, version and kind; a CRD's name is `<plural>.<group>`. */
function parseGvk(described: unknown): object {
  const name = getStringAt(described, 'name') ?? '';
  return {
    group: name.slice(name.indexOf('.') + 1),
    version: getAt(described, 'version'),
    kind: getAt(described, 'kind'),
  };
}

/** Options of a bundle's installation with OLM v1. */
export interface ClusterExtensionOptions {
  /** Any bundle of the package to install: OLM installs the newest bundle in its first channel. */
  readonly bundle: OlmBundle;
  /** Reference of the image of the catalog. */
  readonly catalogImage: string;
  /** The namespace of the operator. */
  readonly namespace: string;
}

/**
 * Pure: the objects that install a bundle with OLM v1: the ClusterCatalog, the namespace, the ServiceAccount of the
 * installation, and the ClusterExtension. The ServiceAccount has no permissions: before operator-controller 1.11.0,
 * grant it those that the bundle needs.
 */
export function buildClusterExtension(options: ClusterExtensionOptions): readonly PlainObject[] {
  const { bundle, catalogImage, namespace } = options;
  const { package: name, channels } = bundle;
  const apiVersion = 'olm.operatorframework.io/v1';
  const account = { name: `${name}-installer` };
  const image = { ref: catalogImage, pollIntervalMinutes: 60 };
  const selector = { matchLabels: { 'olm.operatorframework.io/metadata.name': name } };
  const catalog = { packageName: name, channels: channels.slice(0, 1), selector };
  const source = { sourceType: 'Catalog', catalog };
  return [
    { apiVersion, kind: 'ClusterCatalog', metadata: { name }, spec: { source: { type: 'Image', image } } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...account, namespace } },
    { apiVersion, kind: 'ClusterExtension', metadata: { name }, spec: { namespace, serviceAccount: account, source } },
  ];
}
