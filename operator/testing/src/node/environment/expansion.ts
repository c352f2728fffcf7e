/**
 * Replaces `$(NAME)` with the variable's value; an unknown name stays as written, and `$$` becomes `$`, so `$$(NAME)`
 * is never replaced.
 *
 * https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (written, name?: string) =>
    name === undefined ? '$' : (variables.get(name) ?? written),
  );
}
