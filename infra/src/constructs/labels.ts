import type { OperatorDeclaration } from '../declaration/index.ts';

/** What distinguishes an object among all that belong to one operator. */
export interface LabelOptions {
  /** Part of the whole that the object belongs to, such as `operator`. */
  readonly component: string;
  /** Name of this installation. @default - the operator's name */
  readonly instance?: string;
  /** Version that runs. @default - the declaration's version */
  readonly version?: string;
}

/** Labels that select the Pods of one installation: they never change, because a selector cannot. */
export function selectorLabels(declaration: OperatorDeclaration, options: LabelOptions): Record<string, string> {
  return {
    'app.kubernetes.io/component': options.component,
    'app.kubernetes.io/instance': options.instance ?? declaration.name,
    'app.kubernetes.io/name': declaration.name,
  };
}

/**
 * The recommended labels of everything that this package deploys.
 *
 * `managed-by` is never the operator's name: by that value the operator knows its own children.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/
 */
export function recommendedLabels(declaration: OperatorDeclaration, options: LabelOptions): Record<string, string> {
  return {
    ...selectorLabels(declaration, options),
    'app.kubernetes.io/part-of': declaration.name,
    'app.kubernetes.io/managed-by': 'cdk8s',
    'app.kubernetes.io/version': labelValue(options.version ?? declaration.version),
  };
}

/** A label value has at most 63 characters and ends with a letter or digit; an image tag may be longer. */
function labelValue(text: string): string {
  return text.slice(0, 63).replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}
