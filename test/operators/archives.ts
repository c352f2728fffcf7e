import type { ArchiveStore } from './backup.ts';

export interface Archives extends ArchiveStore {
  readonly names: Set<string>;
}

/**
 * Creates an in-memory store of archives.
 * @param ready resolves when the archives can be listed
 */
export function createArchives(initial: readonly string[], ready?: Promise<unknown>): Archives {
  const names = new Set(initial);
  return {
    names,
    has: (name) => Promise.resolve(names.has(name)),
    async list() {
      await ready;
      return [...names];
    },
    delete: (name) => Promise.resolve(void names.delete(name)),
  };
}
