import { OperatorError, type SettingsTable } from '../base/index.ts';
import { createLabelTest } from '../cache/index.ts';

/** Selects the namespaces that an operator serves. */
export interface NamespacesOptions {
  /**
   * A label selector of Namespaces, such as `team=a`. The operator follows changes of their labels while it runs.
   * Grants `list` and `watch` of Namespaces, so the operator needs a ClusterRole.
   */
  readonly labelSelector: string;
}

/** The settings that an operator with `namespaces` has. */
export function buildNamespaceSettings(namespaces: NamespacesOptions | undefined): SettingsTable {
  if (namespaces === undefined) return {};
  return {
    watchNamespaceSelector: {
      type: 'string',
      default: namespaces.labelSelector,
      description: 'Label selector of the namespaces to serve. Ignored with watchNamespaces.',
    },
  };
}

/** The label selector; `undefined` if the operator does not declare `namespaces`, or serves named ones. */
export function getNamespaceSelector(settings: { readonly watchNamespaces: readonly string[] }): string | undefined {
  if (settings.watchNamespaces.length > 0) return undefined;
  return (settings as { readonly watchNamespaceSelector?: string }).watchNamespaceSelector;
}

/** Describes the served namespaces: their names, a selector, or `all`. */
export function describeNamespaces(settings: {
  readonly watchNamespaces: readonly string[];
}): readonly string[] | string {
  return settings.watchNamespaces.length > 0 ? settings.watchNamespaces : (getNamespaceSelector(settings) ?? 'all');
}

/** Describes the problem of a label selector; `undefined` if the API server accepts it. */
export function findSelectorProblem(labelSelector: string): string | undefined {
  if (labelSelector.trim() === '') return 'the label selector is empty: name a label, such as team=a';
  try {
    createLabelTest(labelSelector, (requirement) => {
      throw new OperatorError('DECLARATION_INVALID', `parse ${requirement}`);
    });
    return undefined;
  } catch {
    return 'the text is not a label selector, such as team=a';
  }
}
