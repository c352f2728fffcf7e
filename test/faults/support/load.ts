import { randomBytes } from 'node:crypto';

import { WebServer } from '../../../operator/src/kubewright.ts';
import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { type Client, isApiError } from '../../../operator/runtime/src/client/index.ts';
import { CronJob, Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { witness } from '../../e2e/support/await-settled.ts';
import { awaitReady } from '../../support/conditions.ts';
import { mapParallel } from '../../support/map-parallel.ts';
import { until } from '../../support/until.ts';
import { findDeviations } from '../churn/find-deviations.ts';
import type { ChurnKind } from '../churn/churn-kind.ts';
import { echoImage } from '../../support/kinds/echo.ts';
import { example as memcached, memcachedImage } from '../../support/kinds/memcached.ts';
import { example as scheduledEcho } from '../../support/kinds/scheduled-echo.ts';
import { example as webServer } from '../../support/kinds/web-server.ts';
import { applyResource } from '../churn/run-plan.ts';
import { Random } from '../churn/random.ts';

/** Kinds of custom resources, and the controllers that reconcile them. */
export interface LoadType {
  readonly kinds: readonly [ChurnKind, ...ChurnKind[]];
  readonly controllers: readonly string[];
}

/** Two kinds whose children are Deployments, Services and simulated Pods. */
export const servers: LoadType = {
  kinds: [webServer.churn, memcached.churn],
  controllers: ['web-server', 'memcached'],
};
/**
 * One kind whose only child is a CronJob. No other component has to handle it, so thousands of objects are possible.
 */
export const schedules: LoadType = { kinds: [scheduledEcho.churn], controllers: ['scheduled-echo'] };

/** Environment variables for these controllers, with images of simulated Pods. */
export const loadSettings = { MEMCACHED_IMAGE: memcachedImage, ECHO_IMAGE: echoImage };

/** The custom resources of a test in one namespace, with their children. */
export class Load {
  readonly namespace: string;
  readonly type: LoadType;
  readonly size: number;
  readonly #client: Client;
  readonly #random = new Random(2_026);

  /** @param size the number of custom resources of each kind */
  constructor({ client, namespace }: { client: Client; namespace: string }, type: LoadType, size: number) {
    this.#client = client;
    this.namespace = namespace;
    this.type = type;
    this.size = size;
  }

  /** Creates or updates all custom resources with random specs. */
  async writeAll(): Promise<void> {
    const resources = this.type.kinds.flatMap((kind) =>
      Array.from({ length: this.size }, (_, index) => ({ kind, index })),
    );
    await mapParallel(resources, 8, ({ kind, index }) => this.writeOne(kind, index));
  }

  /** Creates or updates one custom resource with a random spec. */
  async writeOne(kind: ChurnKind, index: number): Promise<void> {
    const key = { namespace: this.namespace, name: `${kind.api.plural}-${String(index)}` };
    await applyResource({ client: this.#client, kind, key }, kind.spec(this.#random));
  }

  /** Deletes one custom resource, and both children of another. Only for `servers`. */
  async deleteSome(): Promise<void> {
    const { namespace } = this;
    const deleted: readonly (readonly [Kind, string])[] = [
      [WebServer, 'webservers-0'],
      [Deployment, 'webservers-1'],
      [Service, 'webservers-1-service'],
    ];
    for (const [kind, name] of deleted) {
      await this.#client.resource(kind).delete({ namespace, name }, { propagation: 'Background' });
    }
  }

  /** Deletes one CronJob. The operator emits an event when it creates the CronJob again. Only for `schedules`. */
  async deleteCronJob(index: number): Promise<void> {
    const key = { namespace: this.namespace, name: `${scheduledEcho.churn.api.plural}-${String(index)}` };
    await this.#client
      .resource(CronJob)
      .delete(key, { propagation: 'Background' })
      .catch((error: unknown) => {
        if (!isApiError(error, 404)) throw error;
      });
  }

  /** Lists objects that are not Ready, children that differ from the desired state, and objects without an owner. */
  deviations(): Promise<readonly string[]> {
    return findDeviations({ client: this.#client, namespace: this.namespace }, this.type.kinds);
  }

  /** Waits until `deviations` finds nothing. */
  async waitUntilUpToDate(timeoutMs: number): Promise<void> {
    const isUpToDate = async (): Promise<true> => {
      const found = await this.deviations();
      if (found.length > 0) throw new Error(`${String(found.length)} deviations: ${found.slice(0, 5).join('; ')}`);
      return true;
    };
    // Polls rarely, because each poll lists everything, and the API server is already busy.
    await until(`all objects in ${this.namespace} are up to date`, isUpToDate, { timeoutMs, everyMs: 1_000 });
  }

  /** Creates an object and waits until it is Ready, so that the operator has seen all earlier changes. */
  async witness(): Promise<void> {
    const [kind] = this.type.kinds;
    const key = { namespace: this.namespace, name: witness + randomBytes(4).toString('hex') };
    await applyResource({ client: this.#client, kind, key }, kind.spec(this.#random));
    await awaitReady(this.#client.resource(kind.api), key);
  }
}
