/** The field manager of a controller's writes. */
export function buildFieldManager(operator: string, controller: string): string {
  return `${operator}/${controller}`;
}
