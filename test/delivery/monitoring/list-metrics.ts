/** A metric in an expression of PromQL, with the labels of its selector. */
export interface SelectedMetric {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Lists the metrics in an expression, in which each has a selector: `metric{a="b"}`. */
export function listMetrics(expression: string): readonly SelectedMetric[] {
  return [...expression.matchAll(/([a-z]\w*)\{([^}]*)\}/g)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)(?:=|!=)~?"/g)].map(([, label = '']) => label),
  }));
}

export function listGroupLabels(expression: string): readonly string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
}
