/**
 * Replaces `$(NAME)` by the variable's value; a name without a value stays as written, and `$$` is one `$`, so
 * `$$(NAME)` is never replaced.
 *
 * https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (written, name?: string) =>
    name === undefined ? '$' : (variables.get(name) ?? written),
  );
}
