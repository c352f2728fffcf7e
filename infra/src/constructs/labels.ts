import type { OperatorDeclaration } from '../declaration/index.ts';

/** The parts of the labels that differ between objects of one operator. */
export interface LabelOptions {
  /** The component that the object belongs to, such as `operator`. */
  readonly component: string;
  /** Name of this installation. @default - the operator's name */
  readonly instance?: string | undefined;
  /** The deployed version. @default - the declaration's version */
  readonly version?: string;
}

/**
 * Labels that select the Pods of one installation. They are the same for every version: the selector of a Deployment is
 * immutable.
 */
export function selectorLabels(declaration: OperatorDeclaration, options: LabelOptions): Record<string, string> {
  return {
    'app.kubernetes.io/component': options.component,
    'app.kubernetes.io/instance': options.instance ?? declaration.name,
    'app.kubernetes.io/name': declaration.name,
  };
}

/**
 * The recommended labels, for all objects of this package.
 *
 * `managed-by` is never the operator's name: by that value, the operator recognizes its own children.
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

/**
 * `text` as a label value, which has at most 63 characters and ends with a letter or digit. An image tag can be longer.
 */
function labelValue(text: string): string {
  return text.slice(0, 63).replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}
