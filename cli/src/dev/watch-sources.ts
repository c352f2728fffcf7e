import path from 'node:path';

import { watch } from 'chokidar';

/**
 * Waits until no file has changed for this time, because editors save a file in several steps, and chokidar drops a
 * second change of a file within 50 ms.
 */
const quietMs = 60;

interface Handlers {
  /** Receives changed, new and deleted files, relative to the project, shortly after the last change. */
  readonly changed: (files: readonly string[]) => void;
  /** Receives the error if files cannot be watched, for example because of a system limit. */
  readonly failed: (error: unknown) => void;
}

/**
 * Watches the files below folders of a project.
 * @returns a function that stops watching
 */
export function watchSources(
  folder: string,
  folders: readonly string[],
  { changed, failed }: Handlers,
): () => Promise<void> {
  const files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...folders], { cwd: folder, ignoreInitial: true, ignored: /node_modules/ });
  watcher.on('error', failed);
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
