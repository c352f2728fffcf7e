import type { PlainObject } from '../objects/index.ts';
import type { OlmBundle } from './options.ts';

/** Where OLM v1 finds a bundle. */
export interface ClusterExtensionOptions {
  /** The bundle to install, or any of its package: OLM takes the newest of its first channel. */
  readonly bundle: OlmBundle;
  /** Reference of the image of the catalog. */
  readonly catalogImage: string;
  /** The namespace of the operator. */
  readonly namespace: string;
}

/**
 * Pure: what installs a bundle by OLM v1: the ClusterCatalog, the namespace, the ServiceAccount of the installation, and the
 * ClusterExtension. The ServiceAccount has no permissions: grant it those that the bundle needs.
 */
export function clusterExtension(options: ClusterExtensionOptions): readonly PlainObject[] {
  const { bundle, catalogImage, namespace } = options;
  const name = bundle.package;
  const installer = `${name}-installer`;
  const [channel] = bundle.channels;
  const image = { ref: catalogImage, pollIntervalMinutes: 60 };
  const catalog = {
    packageName: name,
    ...(channel !== undefined && { channels: [channel] }),
    selector: { matchLabels: { 'olm.operatorframework.io/metadata.name': name } },
  };
  const apiVersion = 'olm.operatorframework.io/v1';
  const source = { sourceType: 'Catalog', catalog };
  return [
    { apiVersion, kind: 'ClusterCatalog', metadata: { name }, spec: { source: { type: 'Image', image } } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: installer, namespace } },
    {
      ...{ apiVersion, kind: 'ClusterExtension', metadata: { name } },
      spec: { namespace, serviceAccount: { name: installer }, source },
    },
  ];
}
