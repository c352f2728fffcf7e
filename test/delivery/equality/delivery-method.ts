import type { Environment, OperatorDeclaration } from '@kubewright/infra';
import { getKubewrightDeclaration } from '@kubewright/infra/catalogue';
import { isRecord } from '@kubewright/declaration';

import type { PlainObject } from '@kubewright/declaration';
import { indexByTitle } from '../support/index-by-title.ts';
import { findChangedFields, type FieldChange } from '../support/changed-fields.ts';

/** A way to install the objects of an environment in a cluster. */
export interface DeliveryMethod {
  readonly name: string;
  /** The objects that its users apply. @param declaration another operator's. @default - ours */
  objects(
    environment: Environment,
    declaration?: OperatorDeclaration,
  ): readonly PlainObject[] | Promise<readonly PlainObject[]>;
  /** Transforms the objects so that they can be compared. @default - unchanged */
  compared?(objects: readonly PlainObject[]): readonly PlainObject[];
  /** The permitted differences from the YAML. */
  readonly additions: readonly Addition[];
}

/** A field or object that a delivery method must add, change or omit. */
export interface Addition {
  /** Its sentence on the page about delivery methods. */
  readonly what: string;
  /** Matches `[<Kind> <namespace>/<name>].<path of the field>`, or the object alone if only one side has it. */
  readonly where: RegExp;
  /** Our environments in which it occurs. @default - all */
  readonly onlyIn?: readonly string[];
}

/**
 * Matches a sample, or a part of the pet store: charts and bundles have neither. @param also further parts, as a
 * pattern
 */
export function matchSamplesAndStore(also = ''): RegExp {
  const kinds = getKubewrightDeclaration().apis.map(({ kind }) => kind);
  const parts = [...kinds, ...(also === '' ? [] : [also]), String.raw`(Deployment|Service) \S+\/petstore-service`];
  return new RegExp(String.raw`^\[(${parts.join('|')})\b[^\]]*\]$`);
}

/** The differences between objects and those of the YAML. */
export interface Differences {
  /** Differences without an addition. */
  readonly unexplained: readonly string[];
  /** Additions without a difference. */
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
