import { createHash } from 'node:crypto';

import { memoize } from '../base/index.ts';

/** Longest name of a field manager that the API server accepts, in bytes. */
const longest = 128;
const uidLength = 36;
const hashLength = 8;

/**
 * The field manager for edits of a shared object on behalf of one owner: `fieldManager`, a slash, and the uid of the
 * owner. Each owner has its own, so that a write for one never removes the fields of another.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply
 */
export function buildEditor(fieldManager: string, uid: string): string {
  return `${buildEditorPrefix(fieldManager)}/${uid}`;
}

/** Shortens a long field manager; a hash keeps it unique. */
export const buildEditorPrefix: (fieldManager: string) => string = memoize((fieldManager) => {
  const most = longest - uidLength - 1;
  if (fieldManager.length <= most) return fieldManager;
  const hash = createHash('sha256').update(fieldManager).digest('hex').slice(0, hashLength);
  return `${fieldManager.slice(0, most - hashLength - 1)}-${hash}`;
}, 1_000);

/** Parses a name that `buildEditor` has built; `undefined` for any other field manager. */
export function parseEditor(manager: string): { readonly prefix: string; readonly uid: string } | undefined {
  const slash = manager.lastIndexOf('/');
  return slash < 0 ? undefined : { prefix: manager.slice(0, slash), uid: manager.slice(slash + 1) };
}
