import { awaitChange, defineApi, defineController, Job, owns, t } from '@kubewright/runtime';

export const Backup = defineApi({
  group: 'backup.example.com',
  version: 'v1',
  kind: 'Backup',
  spec: t.object({ image: t.string() }),
  status: t.object({ archived: t.boolean() }),
});

/** A store outside of the cluster, with one archive per Backup, named by its uid. */
export interface ArchiveStore {
  has(archive: string, signal: AbortSignal): Promise<boolean>;
  list(signal: AbortSignal): Promise<readonly string[]>;
  delete(archive: string, signal: AbortSignal): Promise<void>;
}

/** Runs a Job for each Backup without an archive. */
export const defineBackup = (openStore: () => ArchiveStore) =>
  defineController(Backup, {
    owns: { jobs: owns(Job) },
    uses: { store: openStore },
    triggers: {
      /** A trigger: deletes archives without a Backup, and reconciles Backups without an archive. */
      inventory: {
        everyMs: 3_600_000,
        async work({ store, resources, signal, dryRun }) {
          const archives = new Set(await store.list(signal));
          const uids = new Set(resources().map(({ metadata }) => metadata.uid));
          if (!dryRun) for (const archive of archives.difference(uids)) await store.delete(archive, signal);
          return resources().flatMap(({ metadata }) => (archives.has(metadata.uid) ? [] : [metadata]));
        },
      },
    },
    async reconcile({ metadata: { name, uid }, spec: { image } }, { jobs, store, status, signal }) {
      const archived = await store.has(uid, signal);
      const containers = [{ name: 'backup', image, args: [uid] }];
      const template = { spec: { restartPolicy: 'Never' as const, containers } };
      if (!archived) await jobs.apply({ metadata: { name }, spec: { ttlSecondsAfterFinished: 600, template } });
      status.set({ archived });
      return awaitChange;
    },
  });
