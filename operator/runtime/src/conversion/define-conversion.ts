import type { Api, CustomResourceDefinition, JsonSchema } from '../api/index.ts';
import { formats, toKebabCase, formatKind, OperatorError, type PolicyRule } from '../base/index.ts';
import { isEqualJson } from '../reconcile/compare/index.ts';
import { buildMigrationRules } from '../reconcile/index.ts';
import { findConversionProblem } from './check-conversion.ts';
import type { Content, ConversionResult, Spoke } from './spoke.ts';

/** What is beside the versions. */
export interface ConversionOptions {
  /** A DNS label: names it in its path, in metrics and in logs. @default - the kind in kebab-case */
  readonly name?: string;
  /**
   * The version in which objects are stored. To change it takes two releases: both versions are there in the first,
   * and `storageVersion` follows in the second, so that the first can still be returned to. Controllers use the hub, whichever
   * version is stored.
   *
   * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#upgrade-existing-objects-to-a-new-stored-version
   *
   * @default - the hub
   */
  readonly storageVersion?: Api;
}

/** A spoke as the runtime runs it. */
export interface SpokeDefinition {
  readonly api: Api;
  readonly served: boolean;
  readonly toHub: (content: Content) => ConversionResult;
  readonly fromHub: (content: Content) => ConversionResult;
  /** Fields of the status that the runtime writes, and that are the same in the hub: it converts them itself. */
  readonly shared: readonly string[];
}

/** The versions of a kind, as the runtime converts them and as the generators read them. */
export interface ConversionDefinition {
  readonly name: string;
  readonly hub: Api;
  readonly spokes: readonly SpokeDefinition[];
  /** The name of the version in which objects are stored. */
  readonly storageVersion: string;
  /** All versions: the hub first, then the spokes as they are declared. `spec.conversion` is left to who deploys it. */
  readonly crd: CustomResourceDefinition;
  /** What the migration of the storage may do, beside what the runtime does for any kind. */
  readonly rules: readonly PolicyRule[];
  /** What `spec.conversion.webhook` of the CRD says of this conversion. */
  readonly webhook: { readonly path: string; readonly conversionReviewVersions: readonly ['v1'] };
}

/**
 * Declares the versions of one kind, and how objects are converted between them: from any spoke to the hub, which
 * controllers use, and from the hub to any spoke.
 *
 * Guarantees: nothing is lost. What a version has no place for travels with the object in an annotation
 * (`conversion.kubewright.dev/<version>`), until the object returns to the version that has. A change of the object
 * always wins over what was kept; what the change does not touch stays as it was.
 *
 * Caveats:
 * - A list is one value: once it was changed in a version, its items have only what that version has a place for.
 * - A client that replaces an object without its annotations erases what they keep. `kubectl edit`, `apply` and patches
 *   leave them in place.
 * - Who may write an object may write the annotation, and with it the status of another version.
 * - All annotations of an object share 256 KiB: an object beyond that is not converted, and the error names it.
 *
 * Errors: `DECLARATION_INVALID` for spokes that are no versions of the hub's kind, for a version that is there twice, if
 * there is no spoke, and for a name that is no DNS label.
 */
export function defineConversion<TSpec, TStatus>(
  hub: Api<TSpec, TStatus>,
  spokes: readonly Spoke<TSpec, TStatus>[],
  options: ConversionOptions = {},
): ConversionDefinition {
  const { name = toKebabCase(hub.kind), storageVersion: stored = hub } = options;
  const hint = formats.label.pattern.test(name)
    ? findConversionProblem({ hub, spokes, stored })
    : `its name ${JSON.stringify(name)} must be a DNS label: ${formats.label.words}`;
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the conversion of ${formatKind(hub)}`, { hint });
  // The runtime gives each function only the content of objects of its version.
  const erased = spokes.map(
    (spoke) => ({ ...spoke, shared: listSharedStatus(spoke.api, hub) }) as unknown as SpokeDefinition,
  );
  return {
    name,
    hub,
    spokes: erased,
    storageVersion: stored.version,
    crd: mergeCrds({ hub, spokes: erased, storageVersion: stored.version }),
    rules: buildMigrationRules(hub),
    webhook: { path: `/convert/${name}`, conversionReviewVersions: ['v1'] },
  };
}

/** What the definition of a kind with several versions is made of. */
interface VersionsOfCrd {
  readonly hub: Api;
  readonly spokes: readonly { readonly api: Api; readonly served: boolean }[];
  /** The name of the stored version. */
  readonly storageVersion: string;
}

/**
 * The definition of the hub, with the spokes as further versions: each has the schema, the columns and the subresources
 * of its own declaration. Names, labels, annotations and the scope are the hub's.
 *
 * The hub stays first when the stored version changes: generators name types after the first version of a CRD.
 */
function mergeCrds({ hub, spokes, storageVersion }: VersionsOfCrd): CustomResourceDefinition {
  const versions = [{ api: hub, served: true }, ...spokes].flatMap(({ api, served }) =>
    api.crd.spec.versions.map((version) => ({ ...version, served, storage: version.name === storageVersion })),
  );
  return { ...hub.crd, spec: { ...hub.crd.spec, versions } };
}

/** What the runtime writes into the status of every API. */
const ofRuntime = ['conditions', 'observedGeneration'] as const;

/** Those fields of the status that the runtime writes, and that have the same schema in both versions. */
function listSharedStatus(one: Api, other: Api): readonly string[] {
  return ofRuntime.filter((name) => isEqualJson(findStatusField(one, name), findStatusField(other, name)));
}

function findStatusField({ crd }: Api, name: string): JsonSchema | undefined {
  return crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.['status']?.properties?.[name];
}
