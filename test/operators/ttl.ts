import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  formatTimestamp,
  owns,
  parseDurationMs,
  requeueAfter,
  t,
} from '@kubewright/runtime';

export const Preview = defineApi({
  group: 'ttl.example.com',
  version: 'v1',
  kind: 'Preview',
  spec: t.object({ branch: t.string(), ttl: t.duration({ default: '24h' }) }),
  status: t.object({ expiresAt: t.string({ format: 'date-time' }) }),
});

/** Shows a branch, and deletes the Preview when its `ttl` has passed. */
export const preview = defineController(Preview, {
  self: { delete: true },
  owns: { pages: owns(ConfigMap) },
  async reconcile({ metadata, spec }, { self, clock, pages, status }) {
    const expiresAtMs = Date.parse(metadata.creationTimestamp) + parseDurationMs(spec.ttl);
    if (clock.now() >= expiresAtMs) {
      await self.delete({ note: 'its ttl has passed' });
      return awaitChange;
    }
    await pages.apply({ metadata: { name: metadata.name }, data: { branch: spec.branch } });
    status.set({ expiresAt: formatTimestamp(expiresAtMs) });
    return requeueAfter(expiresAtMs - clock.now());
  },
});
