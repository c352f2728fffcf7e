import type { Environment, OperatorDeclaration } from '@kubewright/infra';
import { getKubewrightDeclaration } from '@kubewright/infra/catalogue';
import { isRecord } from '@kubewright/declaration';

import type { PlainObject } from '@kubewright/declaration';
import { indexByTitle } from '../support/index-by-title.ts';
import { findChangedFields, type FieldChange } from '../support/changed-fields.ts';

/** A way to install the objects of an environment in a cluster. */
export interface DeliveryMethod {
  readonly name: string;
  /**
   * Returns the objects that users of the method apply.
   * @param declaration that of another operator. @default - that of this repository
   */
  objects(
    environment: Environment,
    declaration?: OperatorDeclaration,
  ): readonly PlainObject[] | Promise<readonly PlainObject[]>;
  /** Transforms objects so that they can be compared. @default - unchanged */
  compared?(objects: readonly PlainObject[]): readonly PlainObject[];
  /** The permitted differences from the YAML manifests. */
  readonly additions: readonly Addition[];
}

/** A field or object that a delivery method must add, change or omit. */
export interface Addition {
  /** The sentence about the difference on the documentation page about delivery methods. */
  readonly what: string;
  /** Matches `[<Kind> <namespace>/<name>].<path of the field>`, or the object alone if only one side has it. */
  readonly where: RegExp;
  /** The environments of this repository in which it occurs. @default - all */
  readonly onlyIn?: readonly string[];
}

/**
 * Matches samples and parts of the pet store, which charts and bundles do not contain.
 * @param also more parts, as a regular expression
 */
export function matchSamplesAndStore(also = ''): RegExp {
  const kinds = getKubewrightDeclaration().apis.map(({ kind }) => kind);
  const parts = [...kinds, ...(also === '' ? [] : [also]), String.raw`(Deployment|Service) \S+\/petstore-service`];
  return new RegExp(String.raw`^\[(${parts.join('|')})\b[^\]]*\]$`);
}

/** The result of comparing objects with those in the YAML manifests. */
export interface Differences {
  /** Differences that no addition permits. */
  readonly unexplained: readonly string[];
  /** Additions without a difference, which are obsolete. */
  readonly unused: readonly string[];
}

/** Compares object by object, and field by field. */
export function findDifferences(
  yaml: readonly PlainObject[],
  objects: readonly PlainObject[],
  additions: readonly Addition[],
): Differences {
  const changes = findChangedFields(indexByTitle(yaml), indexByTitle(objects)).flatMap(listDeepest);
  const isExplained = (path: string): boolean => additions.some(({ where }) => where.test(path));
  return {
    unexplained: changes
      .filter(({ path }) => !isExplained(path))
      .map(({ path, before, after }) => formatDifference(path, before, after)),
    unused: additions.filter(({ where }) => !changes.some(({ path }) => where.test(path))).map(({ what }) => what),
  };
}

/** Splits a map that one side lacks into its entries; missing objects stay whole. */
function listDeepest(change: FieldChange): readonly FieldChange[] {
  const { path, before, after } = change;
  const [added, removed] = [before === undefined && isRecord(after), after === undefined && isRecord(before)];
  if ((!added && !removed) || /^\[[^\]]*\]$/.test(path)) return [change];
  return findChangedFields(before ?? {}, after ?? {}, path).flatMap(listDeepest);
}

function formatDifference(path: string, before: unknown, after: unknown): string {
  return `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`.slice(0, 200);
}
