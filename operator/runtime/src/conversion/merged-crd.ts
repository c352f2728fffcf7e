import type { Api, CustomResourceDefinition } from '../api/index.ts';

/** What the definition of a kind with several versions is made of. */
export interface VersionsOfCrd {
  readonly hub: Api;
  readonly spokes: readonly { readonly api: Api; readonly served: boolean }[];
  /** The name of the stored version. */
  readonly stored: string;
}

/**
 * The definition of the hub, with the spokes as further versions: each has the schema, the columns and the subresources
 * of its own declaration. Names, labels, annotations and the scope are the hub's.
 *
 * The hub stays first when the stored version changes: generators name types after the first version of a CRD.
 */
export function mergedCrd({ hub, spokes, stored }: VersionsOfCrd): CustomResourceDefinition {
  const versions = [{ api: hub, served: true }, ...spokes].flatMap(({ api, served }) =>
    api.crd.spec.versions.map((version) => ({ ...version, served, storage: version.name === stored })),
  );
  return { ...hub.crd, spec: { ...hub.crd.spec, versions } };
}
