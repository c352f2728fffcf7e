/** An error of a function in a CEL rule, with the message of Kubernetes. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}
