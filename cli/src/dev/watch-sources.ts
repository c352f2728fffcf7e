import path from 'node:path';

import { watch } from 'chokidar';

/** Editors write a file in several steps. */
const quietMs = 30;

/**
 * Calls `changed` with the changed files of a project's folders, relative to the project, shortly after the last change.
 *
 * @returns a function that stops
 */
export function watchSources(
  folder: string,
  folders: readonly string[],
  changed: (files: readonly string[]) => void,
): () => Promise<void> {
  const files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...folders], { cwd: folder, ignoreInitial: true, ignored: /node_modules/ });
  watcher.on('all', (_, file) => {
    if (!/\.(ts|json|ya?ml)$/.test(file)) return;
    files.add(file.replaceAll(path.sep, '/'));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const taken = [...files].sort();
      files.clear();
      changed(taken);
    }, quietMs);
  });
  return () => {
    clearTimeout(timer);
    return watcher.close();
  };
}
