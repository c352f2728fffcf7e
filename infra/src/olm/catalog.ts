import { writeYaml } from '@kubewright/declaration';

import { at, listAt, type PlainObject, textAt } from '../objects/index.ts';
import type { OlmBundle } from './options.ts';

/** A bundle and where its image is. */
export interface CatalogBundle {
  readonly bundle: OlmBundle;
  /**
   * Reference of the image that `bundle.Dockerfile` builds, which OLM unpacks.
   *
   * @default - none: OLM installs the objects that the catalog itself has
   */
  readonly image?: string;
}

/**
 * Pure: a file-based catalog of the bundles of one or several packages: the text of each file by its path.
 *
 * Throws if two bundles of a package have one name, or one replaces a bundle that is not there.
 */
export function olmCatalog(bundles: readonly CatalogBundle[]): ReadonlyMap<string, string> {
  const names = [...new Set(bundles.map(({ bundle }) => bundle.package))];
  return new Map(
    names.map((name) => {
      const own = bundles.filter(({ bundle }) => bundle.package === name);
      checkUpgrades(own.map(({ bundle }) => bundle));
      return [`${name}/catalog.yaml`, writeYaml(...packageEntries(name, own))];
    }),
  );
}

function checkUpgrades(bundles: readonly OlmBundle[]): void {
  const names = bundles.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`failed to make a catalog: two bundles are ${twice}`);
  const missing = bundles.find((bundle) => !names.includes(replacedBy(bundle) ?? bundle.name));
  if (missing === undefined) return;
  throw new Error(
    `failed to make a catalog: ${missing.name} replaces ${replacedBy(missing) ?? ''}, which is not in it: add that bundle`,
  );
}

function packageEntries(name: string, bundles: readonly CatalogBundle[]): readonly object[] {
  const channels = [...new Set(bundles.flatMap(({ bundle }) => bundle.channels))];
  const newest = bundles.at(-1)?.bundle;
  return [
    {
      schema: 'olm.package',
      name,
      defaultChannel: newest?.channels[0],
      description: textAt(newest, 'clusterServiceVersion.spec.description'),
    },
    ...channels.map((channel) => ({
      schema: 'olm.channel',
      package: name,
      name: channel,
      entries: bundles.filter(({ bundle }) => bundle.channels.includes(channel)).map(({ bundle }) => entryOf(bundle)),
    })),
    ...bundles.map(bundleEntry),
  ];
}

function replacedBy({ clusterServiceVersion }: OlmBundle): string | undefined {
  return textAt(clusterServiceVersion, 'spec.replaces');
}

function entryOf(bundle: OlmBundle): object {
  const replaces = replacedBy(bundle);
  const skips = listAt(bundle.clusterServiceVersion, 'spec.skips');
  return { name: bundle.name, ...(replaces !== undefined && { replaces }), ...(skips.length > 0 && { skips }) };
}

function bundleEntry({ bundle, image }: CatalogBundle): object {
  const { name, package: packageName, version, clusterServiceVersion: described, objects } = bundle;
  const related = listAt(described, 'spec.relatedImages');
  return {
    schema: 'olm.bundle',
    name,
    package: packageName,
    ...(image !== undefined && { image }),
    properties: [
      ...listAt(described, 'spec.customresourcedefinitions.owned').map((kind) => ({
        type: 'olm.gvk',
        value: gvk(kind),
      })),
      { type: 'olm.package', value: { packageName, version } },
      // For what shows packages, and for OLM where there is no image.
      ...[described, ...objects].map(bundledObject),
    ],
    relatedImages: [...(image === undefined ? [] : [{ name: '', image }]), ...related],
  };
}

/** Group, version and kind; the name of a definition is `<plural>.<group>`. */
function gvk(owned: unknown): object {
  const name = textAt(owned, 'name') ?? '';
  return { group: name.slice(name.indexOf('.') + 1), version: at(owned, 'version'), kind: at(owned, 'kind') };
}

function bundledObject(object: PlainObject): object {
  const data = Buffer.from(JSON.stringify(object)).toString('base64');
  return { type: 'olm.bundle.object', value: { data } };
}
