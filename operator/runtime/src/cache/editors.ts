import { createHash } from 'node:crypto';

import { memoize } from '../base/index.ts';

/** The longest field manager that the API server accepts. */
const longest = 128;
const uidLength = 36;
const hashLength = 8;

/**
 * The field manager of one owner's edits: `fieldManager`, a slash, and the owner's uid. Each owner has its own, so that
 * a write for one never removes the fields of another. https://kubernetes.io/docs/reference/using-api/server-side-apply
 */
export function buildEditor(fieldManager: string, uid: string): string {
  return `${buildEditorPrefix(fieldManager)}/${uid}`;
}

/** A long name is cut, and a hash keeps it unique. */
export const buildEditorPrefix: (fieldManager: string) => string = memoize((fieldManager) => {
  const most = longest - uidLength - 1;
  if (fieldManager.length <= most) return fieldManager;
  const hash = createHash('sha256').update(fieldManager).digest('hex').slice(0, hashLength);
  return `${fieldManager.slice(0, most - hashLength - 1)}-${hash}`;
}, 1_000);

/** The parts of a field manager of an owner's edits; `undefined` for any other. */
export function parseEditor(manager: string): { readonly prefix: string; readonly uid: string } | undefined {
  const slash = manager.lastIndexOf('/');
  return slash < 0 ? undefined : { prefix: manager.slice(0, slash), uid: manager.slice(slash + 1) };
}
