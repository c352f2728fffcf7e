import type { Column } from './column.ts';
import type { JsonSchema } from '../base/index.ts';

/** A CRD in `apiextensions.k8s.io/v1`, limited to the fields that `defineApi` sets. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1';
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly group: string;
    readonly names: CrdNames;
    readonly scope: 'Namespaced' | 'Cluster';
    readonly versions: readonly CrdVersion[];
    /** How the API server converts between versions. Absent if there is only one; the API server then sets it. */
    readonly conversion?: { readonly strategy: 'None' };
  };
}

export interface CrdNames {
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema: { readonly openAPIV3Schema: JsonSchema };
  readonly additionalPrinterColumns: readonly Column[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
  readonly subresources: { readonly status?: Readonly<Record<string, unknown>>; readonly scale?: CrdScale };
}

/** The paths of the scale subresource. */
export interface CrdScale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}
