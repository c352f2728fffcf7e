import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import type { Kind, KubeObject } from '../base/index.ts';
import { unchecked } from '../client/index.ts';
import { Deployment, LimitRange, Service } from '../kinds/index.ts';
import { InUse, type InUseOptions, inUseAnnotation } from './in-use.ts';

type Finalized = ReturnType<InUseOptions['finalized']>[number];

class Resources implements Finalized {
  readonly kind: Kind;
  readonly listeners = new Set<() => void>();
  readonly #names: string[] = [];

  constructor(kind: Kind) {
    this.kind = kind;
  }

  findExample(): KubeObject | undefined {
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

interface InUseFixture {
  readonly server: InMemoryApiServer;
  readonly clock: FakeClock;
  readonly deployments: Resources;
  readonly services: Resources;
  readonly lines: () => readonly unknown[];
  readonly findMark: () => string | undefined;
  readonly patches: () => number;
  readonly inUse: InUse;
}

/** Creates a leader, and the LimitRange unless `isDeployed` is false. */
async function createFixture(isDeployed = true): Promise<InUseFixture> {
  const [server, clock, recorded] = [createInMemoryApiServer(), createFakeClock(), createRecordingLogger()];
  const [deployments, services] = [new Resources(Deployment), new Resources(Service)];
  if (isDeployed) await deploy(server);
  const finalized = (): readonly Finalized[] => [deployments, services];
  const inUse = new InUse({ client: server.client, clock, logger: recorded, finalized, key });
  ended = inUse.keep(stop.signal);
  await clock.settle();
  return {
    ...{ server, clock, deployments, services, inUse },
    lines: () => recorded.records,
    findMark: () => server.objects(LimitRange)[0]?.metadata.annotations?.[inUseAnnotation],
    patches: () => server.requests().filter(({ verb }) => verb === 'patch').length,
  };
}

async function deploy({ client }: InMemoryApiServer): Promise<void> {
  await client.resource(unchecked(LimitRange)).create({ metadata: key, spec: { limits: [] } });
}

describe('InUse.keep', () => {
  it('lists each kind that has an object with a finalizer, with an example', async () => {
    const { clock, deployments, services, findMark } = await createFixture();
    expect(findMark()).toBe('');
    deployments.add('web');
    deployments.add('api');
    services.add('web');
    await clock.advance(2_000);
    expect(findMark()).toBe('deployments.apps (default/web), services (default/web)');
  });

  it('sends nothing without a change', async () => {
    const { clock, deployments, patches } = await createFixture();
    deployments.add('web');
    await clock.advance(2_000);
    expect(patches()).toBe(2);
    deployments.add('api');
    await clock.advance(60_000);
    expect(patches()).toBe(2);
  });

  it('reports the end of the last object at once, and not before', async () => {
    const { clock, deployments, findMark } = await createFixture();
    deployments.add('web');
    deployments.add('api');
    await clock.advance(2_000);
    deployments.remove('api');
    await clock.settle();
    expect(findMark()).toBe('deployments.apps (default/web)');
    deployments.remove('web');
    await clock.settle();
    expect(findMark()).toBe('');
  });

  it('reports the end of the last object at once even during another patch', async () => {
    const { server, clock, deployments, services, findMark } = await createFixture();
    deployments.add('web');
    services.add('web');
    await clock.advance(2_000);
    using _intercepted = server.intercept((request, next) => {
      if (request.method === 'PATCH' && deployments.findExample() !== undefined) deployments.remove('web');
      return next();
    });
    services.remove('web');
    await clock.advance(2_000);
    expect(findMark()).toBe('');
  });

  it('starts once the LimitRange exists, and warns once until then', async () => {
    const { server, clock, deployments, findMark, lines } = await createFixture(false);
    deployments.add('web');
    await clock.advance(60_000);
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'warn',
        fields: { limitRange: 'system/shop-in-use', detail: 'the LimitRange does not exist' },
      }),
    ]);
    await deploy(server);
    await clock.advance(5_000);
    expect(findMark()).toBe('deployments.apps (default/web)');
  });

  it('sends no patch as the next leader if the annotation is current', async () => {
    const { server, clock, deployments, patches, findMark } = await createFixture();
    deployments.add('web');
    await clock.advance(2_000);
    stop.abort();
    await ended;
    const before = patches();
    stop = new AbortController();
    const logger = createRecordingLogger();
    ended = new InUse({ client: server.client, clock, logger, finalized: () => [deployments], key }).keep(stop.signal);
    await clock.settle();
    expect(patches()).toBe(before);
    deployments.remove('web');
    await clock.settle();
    expect(findMark()).toBe('');
  });

  it('has no listeners after its end', async () => {
    const { deployments, services } = await createFixture();
    expect(deployments.listeners.size + services.listeners.size).toBe(2);
    stop.abort();
    await ended;
    expect(deployments.listeners.size + services.listeners.size).toBe(0);
  });
});

describe('InUse.mark', () => {
  it('names a kind in one patch before it resolves, for any number of waiting resources', async () => {
    const { deployments, services, inUse, findMark, patches } = await createFixture();
    deployments.add('web');
    await Promise.all([1, 2, 3].map(() => inUse.mark(Deployment, stop.signal)));
    expect(findMark()).toBe('deployments.apps (default/web)');
    expect(patches()).toBe(2);
    services.add('web');
    await inUse.mark(Service, stop.signal);
    expect(findMark()).toBe('deployments.apps (default/web), services (default/web)');
  });

  it('sends nothing for a kind that is already listed', async () => {
    const { deployments, inUse, patches } = await createFixture();
    deployments.add('web');
    await inUse.mark(Deployment, stop.signal);
    deployments.add('api');
    await inUse.mark(Deployment, stop.signal);
    expect(patches()).toBe(2);
  });

  it('waits for a pending patch that removes the kind, and reverts it', async () => {
    const { server, clock, deployments, inUse, findMark } = await createFixture();
    deployments.add('web');
    await inUse.mark(Deployment, stop.signal);
    let marked: Promise<void> | undefined;
    using _intercepted = server.intercept((request, next) => {
      if (request.method === 'PATCH' && marked === undefined) {
        deployments.add('api');
        marked = inUse.mark(Deployment, stop.signal);
      }
      return next();
    });
    deployments.remove('web');
    await clock.settle();
    await marked;
    expect(findMark()).toBe('deployments.apps (default/api)');
  });

  it('rejects without the LimitRange, and the status says what to apply', async () => {
    const { inUse, deployments } = await createFixture(false);
    deployments.add('web');
    await expect(inUse.mark(Deployment, stop.signal)).rejects.toMatchObject({
      code: 'NOT_READY',
      retry: true,
      message: expect.stringContaining(
        'OperatorUnguarded: The LimitRange system/shop-in-use, which protects the operator while this custom resource needs it, ' +
          'does not exist: apply the manifests of the operator again.',
      ) as string,
    });
  });

  it('rejects with the API server’s error, and writes the annotation the next time', async () => {
    const { server, deployments, inUse, findMark } = await createFixture();
    deployments.add('web');
    {
      using _failing = server.fail({ verb: 'patch' }, 503);
      await expect(inUse.mark(Deployment, stop.signal)).rejects.toMatchObject({ code: 'API_UNAVAILABLE' });
    }
    await inUse.mark(Deployment, stop.signal);
    expect(findMark()).toBe('deployments.apps (default/web)');
  });
});
