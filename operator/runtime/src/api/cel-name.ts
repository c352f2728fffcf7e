/** Words that CEL keeps for itself. https://kubernetes.io/docs/reference/using-api/cel/#escaping */
const reserved = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import'],
  ...['let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '-': '__dash__',
  '.': '__dot__',
  '/': '__slash__',
};

/** What a property is called in a rule: `self.a__dash__b` for `a-b`. */
export function celName(property: string): string {
  if (reserved.has(property)) return `__${property}__`;
  return property.replaceAll(/__|[-./]/g, (text) => escapes[text] ?? text);
}
