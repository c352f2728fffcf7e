import type { Api, CustomResourceDefinition } from '../api/index.ts';
import { formats, toKebabCase, formatKind, OperatorError, type PolicyRule } from '../base/index.ts';
import { isEqualJson } from '../reconcile/compare/index.ts';
import { buildMigrationRules } from '../reconcile/index.ts';
import { findConversionProblem, findField } from './check-conversion.ts';
import type { SharedNames } from './call.ts';
import type { Content, ConversionResult, Spoke } from './spoke.ts';

/** Options of a conversion. */
export interface ConversionOptions {
  /** The name of the conversion, a DNS label, used in the path, metrics and logs. @default - the kind in kebab-case */
  readonly name?: string;
  /**
   * The version in which the API server stores objects; controllers always use the hub. Changing it takes two releases,
   * so that you can roll back each of them. The first adds the new version and still stores the old one: if the new
   * version is the hub, set `storageVersion` to the old one. The second stores the new one.
   * @default - the hub
   *
   * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#upgrade-existing-objects-to-a-new-stored-version
   */
  readonly storageVersion?: Api;
}

/** A declared version other than the hub. */
export interface SpokeDefinition {
  readonly api: Api;
  readonly served: boolean;
  readonly toHub: (content: Content) => ConversionResult;
  readonly fromHub: (content: Content) => ConversionResult;
  /** The names of the fields that the runtime copies between this version and the hub. */
  readonly shared: SharedNames;
}

/** The declared versions of a kind, for the runtime and the generators. */
export interface ConversionDefinition {
  readonly name: string;
  readonly hub: Api;
  readonly spokes: readonly SpokeDefinition[];
  /** The name of the version in which the API server stores objects. */
  readonly storageVersion: string;
  /**
   * The CRD with all versions: the hub first, then the spokes in declared order. The deployment sets `spec.conversion`.
   */
  readonly crd: CustomResourceDefinition;
  /** Permissions that the migration of stored objects needs. */
  readonly rules: readonly PolicyRule[];
  /** The values for `spec.conversion.webhook` of the CRD. */
  readonly webhook: { readonly path: string; readonly conversionReviewVersions: readonly ['v1'] };
}

/**
 * Declares the versions of one kind and the conversions between them: from each spoke to the hub, which controllers
 * use, and from the hub to each spoke.
 *
 * Guarantees: a conversion loses nothing. An annotation (`conversion.kubewright.dev/<version>`) carries fields that a
 * version lacks until the object returns to a version that has them. A change of the object wins over retained values;
 * retained values that the change does not affect stay.
 *
 * Caveats:
 * - A list is one value: after a change in one version, its items have only the fields of that version.
 * - A client that replaces an object without its annotations erases the retained values. `kubectl edit`, `apply` and
 *   patches preserve them.
 * - A user who can write an object can write the annotation, and with it the status of another version.
 * - All annotations of an object share 256 KiB: a larger object is not converted, and the error names it.
 *
 * Errors: `DECLARATION_INVALID` without a spoke, for a spoke of another kind, for a duplicate version, for a shared
 * field that differs between the versions, and for a name that is not a DNS label.
 */
export function defineConversion<TSpec, TStatus>(
  hub: Api<TSpec, TStatus>,
  spokes: readonly Spoke<TSpec, TStatus>[],
  options: ConversionOptions = {},
): ConversionDefinition {
  const { name = toKebabCase(hub.kind), storageVersion: stored = hub } = options;
  const hint = formats.label.pattern.test(name)
    ? findConversionProblem({ hub, spokes, stored })
    : `the name ${JSON.stringify(name)} of the conversion must be a DNS label: ${formats.label.words}`;
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the conversion of ${formatKind(hub)}`, { hint });
  // The runtime passes to each function only objects of its version, so the type parameter can be dropped.
  const erased = spokes.map(
    (spoke) => ({ ...spoke, shared: listSharedNames(spoke, hub) }) as unknown as SpokeDefinition,
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

interface VersionsOfCrd {
  readonly hub: Api;
  readonly spokes: readonly { readonly api: Api; readonly served: boolean }[];
  readonly storageVersion: string;
}

/**
 * Adds the spokes to the CRD of the hub, each with its own schema, columns and subresources. Names, labels, annotations
 * and scope are those of the hub. The hub stays first even if another version is stored, because generators name types
 * after the first version of a CRD.
 */
function mergeCrds({ hub, spokes, storageVersion }: VersionsOfCrd): CustomResourceDefinition {
  const versions = [{ api: hub, served: true }, ...spokes].flatMap(({ api, served }) =>
    api.crd.spec.versions.map((version) => ({ ...version, served, storage: version.name === storageVersion })),
  );
  return { ...hub.crd, spec: { ...hub.crd.spec, versions } };
}

/** Status fields that the runtime adds to every API. */
const ofRuntime = ['conditions', 'observedGeneration'] as const;

/** The declared shared fields, and the runtime's status fields if their schema is the same in both versions. */
function listSharedNames({ api, shared }: Pick<Spoke<never, never>, 'api' | 'shared'>, hub: Api): SharedNames {
  const ofStatus = ofRuntime.filter((name) =>
    isEqualJson(findField(api, 'status', name), findField(hub, 'status', name)),
  );
  return {
    spec: Object.keys(shared.spec ?? {}),
    status: [...new Set([...ofStatus, ...Object.keys(shared.status ?? {})])],
  };
}
