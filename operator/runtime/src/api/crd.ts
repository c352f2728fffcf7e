import type { ApiDeclaration, OtherVersion } from './api.ts';
import { type Column, formatHeading } from './column.ts';
import type { CrdNames, CrdScale, CrdVersion, CustomResourceDefinition } from './custom-resource-definition.ts';
import { buildRootSchema } from './root-schema.ts';
import { removeScaleBounds } from './scaled-field.ts';
import type { Schema } from './schema.ts';

/** The declaration of an API with its default names. */
export type NamedDeclaration = ApiDeclaration<Schema, Schema> & { readonly plural: string; readonly singular: string };

/** Builds the CRD of a declaration, exactly as the API server stores it. */
export function buildCrd(api: NamedDeclaration): CustomResourceDefinition {
  const { otherVersions = [] } = api;
  const stored = buildVersion(api, { ...api, served: true });
  const others = otherVersions.map((version) => buildVersion(api, version));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${api.plural}.${api.group}`,
      ...(hasMembers(api.labels) && { labels: api.labels }),
      ...(hasMembers(api.annotations) && { annotations: api.annotations }),
    },
    spec: {
      group: api.group,
      names: buildNames(api),
      scope: api.scope ?? 'Namespaced',
      // The stored version comes first, because generators name types after the first version of a CRD.
      versions: [{ ...stored, storage: true }, ...others],
      ...(others.length > 0 && { conversion: { strategy: 'None' } }),
    },
  };
}

function buildNames(api: NamedDeclaration): CrdNames {
  return {
    kind: api.kind,
    listKind: `${api.kind}List`,
    plural: api.plural,
    singular: api.singular,
    ...(hasMembers(api.shortNames) && { shortNames: api.shortNames }),
    ...(hasMembers(api.categories) && { categories: api.categories }),
  };
}

/** The API server drops empty lists and maps. */
function hasMembers<T extends object>(members: T | undefined): members is T {
  return members !== undefined && Object.keys(members).length > 0;
}

function buildVersion(api: NamedDeclaration, version: OtherVersion): CrdVersion {
  const { columns = [], selectableFields, deprecated, scale } = version;
  const root = buildRootSchema(api, version);
  return {
    name: version.version,
    served: version.served ?? true,
    storage: false,
    ...(deprecated !== undefined && { deprecated: true }),
    ...(typeof deprecated === 'string' && { deprecationWarning: deprecated }),
    schema: { openAPIV3Schema: scale ? removeScaleBounds(root, scale.spec) : root },
    additionalPrinterColumns: (hasAge(columns) ? columns : [...columns, age]).map(buildColumn),
    ...(hasMembers(selectableFields) && { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
    subresources: { status: {}, ...(scale && { scale: buildScale(scale) }) },
  };
}

const age: Column = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

/** Whether the declaration has its own age column, as many kubebuilder projects do. */
function hasAge(columns: readonly Column[]): boolean {
  return columns.some(
    ({ name, jsonPath }) => formatHeading(name) === formatHeading(age.name) || jsonPath === age.jsonPath,
  );
}

/** Omits empty fields, because the API server drops them. */
function buildColumn({ name, type, jsonPath, description = '', format, priority = 0 }: Column): Column {
  return {
    name,
    type,
    jsonPath,
    ...(description !== '' && { description }),
    ...(priority !== 0 && { priority }),
    ...(format !== undefined && { format }),
  };
}

function buildScale(scale: NonNullable<NamedDeclaration['scale']>): CrdScale {
  return {
    specReplicasPath: scale.spec,
    statusReplicasPath: scale.status,
    ...(scale.selector !== undefined && { labelSelectorPath: scale.selector }),
  };
}

/** A problem of a declaration: the path where it is, and a text with the solution. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}
