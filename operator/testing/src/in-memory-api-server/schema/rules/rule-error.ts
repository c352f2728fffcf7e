/** An error of a function in a rule, in the words of Kubernetes' implementation. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}
