import type { FieldConflict } from './object-diff.ts';

/**
 * Pure: the conflicts in the message of an API server; `undefined` if it is about something else. The message has
 * `conflict with "kubectl-scale" using apps/v1: .spec.replicas`, or several fields in lines of their own.
 */
export function conflictsIn(message: string): readonly FieldConflict[] | undefined {
  if (!/Apply failed with \d+ conflicts?/.test(message)) return undefined;
  const [text = ''] = message.split('Please review the fields above');
  const [, ...parts] = text.split(/conflicts? with "/);
  return parts.flatMap((part) => {
    const manager = part.slice(0, part.indexOf('"'));
    const fields = part.slice(part.search(/:\s/)).matchAll(/(?:^: |^- )(\..+?)\s*$/gm);
    return [...fields].map(([, field = '']) => ({ manager, path: pathOf(field) }));
  });
}

/** `spec.containers[web].image` for `.spec.containers[name="web"].image`. */
function pathOf(field: string): string {
  return field.slice(1).replaceAll(/\[\w+=("?)([^",\]]*)\1[^\]]*\]/g, '[$2]');
}

/** Who owns a field: the manager of the conflict about it, or about what it is in. */
export function ownerOf(path: string, conflicts: readonly FieldConflict[]): string | undefined {
  const plain = (text: string): string => text.replaceAll(/[[\].]+/g, '.').replace(/\.$/, '');
  const own = `${plain(path)}.`;
  return conflicts.find((conflict) => own.startsWith(`${plain(conflict.path)}.`))?.manager;
}
