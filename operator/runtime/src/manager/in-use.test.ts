import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import type { Kind, KubeObject } from '../base/index.ts';
import { unchecked } from '../client/index.ts';
import type { FinalizedResources } from '../controller/index.ts';
import { Deployment, LimitRange, Service } from '../kinds/index.ts';
import { inUseAnnotation, keepInUse } from './in-use.ts';

/** Resources that the test adds and removes. */
class Resources implements FinalizedResources {
  readonly kind: Kind;
  readonly listeners = new Set<() => void>();
  readonly #names: string[] = [];

  constructor(kind: Kind) {
    this.kind = kind;
  }

  example(): KubeObject | undefined {
    const [name] = this.#names;
    if (name === undefined) return undefined;
    const metadata = { name, namespace: 'default', uid: name };
    return { apiVersion: 'v1', kind: this.kind.kind, metadata } as KubeObject;
  }

  onGone(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  add(name: string): void {
    this.#names.push(name);
  }

  remove(name: string): void {
    this.#names.splice(this.#names.indexOf(name), 1);
    for (const listener of this.listeners) listener();
  }
}

const key = { namespace: 'system', name: 'shop-in-use' };
let stop = new AbortController();
let ended: Promise<void> | undefined;
afterEach(async () => {
  stop.abort();
  await ended;
  stop = new AbortController();
});

interface Kept {
  readonly server: InMemoryApiServer;
  readonly clock: FakeClock;
  readonly deployments: Resources;
  readonly services: Resources;
  readonly lines: () => readonly unknown[];
  readonly said: () => string | undefined;
  readonly patches: () => number;
}

/** A leader, and the LimitRange if it is deployed. */
async function keeping(isDeployed = true): Promise<Kept> {
  const [server, clock, recorded] = [createInMemoryApiServer(), createFakeClock(), createRecordingLogger()];
  const [deployments, services] = [new Resources(Deployment), new Resources(Service)];
  if (isDeployed) await deploy(server);
  const controllers = [{ finalized: deployments }, {}, { finalized: services }];
  ended = keepInUse({ client: server.client, clock, logger: recorded, controllers, key }, stop.signal);
  await clock.settle();
  return {
    ...{ server, clock, deployments, services },
    lines: () => recorded.records,
    said: () => server.objects(LimitRange)[0]?.metadata.annotations?.[inUseAnnotation],
    patches: () => server.requests().filter(({ verb }) => verb === 'patch').length,
  };
}

async function deploy({ client }: InMemoryApiServer): Promise<void> {
  await client.resource(unchecked(LimitRange)).create({ metadata: key, spec: { limits: [] } });
}

describe('keepInUse', () => {
  it('says of which kinds there are resources with a finalizer, each with an example', async () => {
    const { clock, deployments, services, said } = await keeping();
    expect(said()).toBe('');
    deployments.add('web');
    deployments.add('api');
    services.add('web');
    await clock.advance(2_000);
    expect(said()).toBe('deployments.apps (default/web), services. (default/web)');
  });

  it('sends nothing as long as that is the same', async () => {
    const { clock, deployments, patches } = await keeping();
    deployments.add('web');
    await clock.advance(2_000);
    expect(patches()).toBe(2);
    deployments.add('api');
    await clock.advance(60_000);
    expect(patches()).toBe(2);
  });

  // id: last-resource-stays-in-use
  it('says at once that the last resource is gone, and not before', async () => {
    const { clock, deployments, said } = await keeping();
    deployments.add('web');
    deployments.add('api');
    await clock.advance(2_000);
    deployments.remove('api');
    await clock.settle();
    expect(said()).toBe('deployments.apps (default/web)');
    deployments.remove('web');
    await clock.settle();
    expect(said()).toBe('');
  });

  it('begins once the LimitRange is there, and warns until then', async () => {
    const { server, clock, deployments, said, lines } = await keeping(false);
    deployments.add('web');
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'warn',
        fields: { limitRange: 'system/shop-in-use', detail: 'there is no such LimitRange' },
      }),
    ]);
    await deploy(server);
    await clock.advance(30_000);
    expect(said()).toBe('deployments.apps (default/web)');
  });

  it('sends no patch as the next leader if the annotation is right', async () => {
    const { server, clock, deployments, patches, said } = await keeping();
    deployments.add('web');
    await clock.advance(2_000);
    stop.abort();
    await ended;
    const before = patches();
    stop = new AbortController();
    const controllers = [{ finalized: deployments }];
    const logger = createRecordingLogger();
    ended = keepInUse({ client: server.client, clock, logger, controllers, key }, stop.signal);
    await clock.settle();
    expect(patches()).toBe(before);
    deployments.remove('web');
    await clock.settle();
    expect(said()).toBe('');
  });

  it('listens to nothing after its end', async () => {
    const { deployments, services } = await keeping();
    expect(deployments.listeners.size + services.listeners.size).toBe(2);
    stop.abort();
    await ended;
    expect(deployments.listeners.size + services.listeners.size).toBe(0);
  });
});
