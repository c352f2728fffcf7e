import { describe, expect, it } from 'vitest';

import { onlyMemcached } from '../memcached/caches.ts';
import { getAddress, getLoopbackAddress } from '../support/operator-process.ts';
import { useScope } from '../support/use-scope.ts';
import { scrape } from './scrape.ts';

describe('an operator whose environment has empty metrics settings', () => {
  const scope = useScope({ ...onlyMemcached, replicas: 2, metrics: {} });

  it('serves metrics only within each Pod, but answers health probes from outside', async () => {
    const pods = await scope().operator.pods();
    expect(pods).toHaveLength(2);
    for (const pod of pods) {
      await expect(scrape(pod, { plain: true })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      expect((await fetch(`http://${getAddress(pod)}:8081/healthz`)).status).toBe(200);
      expect((await fetch(`http://${getAddress(pod)}:8081/metrics`)).status).toBe(404);
    }
  });

  it('serves metrics on the loopback address of each Pod, which kubectl port-forward reaches', async () => {
    for (const pod of await scope().operator.pods()) {
      const { status, body } = await scrape(pod, { plain: true, host: getLoopbackAddress(pod) });
      expect(status).toBe(200);
      expect(body).toContain('# TYPE controller_runtime_reconcile_total counter');
    }
  });
});
