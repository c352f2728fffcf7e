import { randomBytes } from 'node:crypto';

import { WebServer } from '../../../operator/src/apis/index.ts';
import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { type Client, isApiError } from '../../../operator/runtime/src/client/index.ts';
import { CronJob, Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { ready } from '../../support/conditions.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { until } from '../../support/until.ts';
import { faultsOf } from '../churn/at-rest.ts';
import type { Churned } from '../churn/churned.ts';
import { echoImage } from '../churn/kinds/echo.ts';
import { memcachedImage, memcacheds } from '../churn/kinds/memcached.ts';
import { scheduledEchos } from '../churn/kinds/scheduled-echo.ts';
import { webServers } from '../churn/kinds/web-server.ts';
import { write } from '../churn/perform.ts';
import { Random } from '../churn/random.ts';

/** What an operator works on. */
interface Sort {
  readonly kinds: readonly [Churned, ...Churned[]];
  readonly controllers: readonly string[];
}

/** Two kinds, with Deployments, Services and simulated Pods. */
export const servers: Sort = { kinds: [webServers, memcacheds], controllers: ['web-server', 'memcached'] };
/** A kind with one child that costs the rest of the cluster nothing: for thousands. */
export const schedules: Sort = { kinds: [scheduledEchos], controllers: ['scheduled-echo'] };

/** Settings of their controllers: Pods are simulated. */
export const loadSettings = { MEMCACHED_IMAGE: memcachedImage, ECHO_IMAGE: echoImage };

/** Begins the names of resources that only show that the operator has seen all that was before them. */
export const witness = 'witness-';

/** Resources with children, in one namespace. */
export class Load {
  readonly namespace: string;
  readonly sort: Sort;
  readonly size: number;
  readonly #client: Client;
  readonly #random = new Random(2_026);

  /** @param size how many of each kind */
  constructor({ client, namespace }: { client: Client; namespace: string }, sort: Sort, size: number) {
    this.#client = client;
    this.namespace = namespace;
    this.sort = sort;
    this.size = size;
  }

  /** Writes all resources, each with another spec than before, mostly. */
  async write(): Promise<void> {
    const targets = this.sort.kinds.flatMap((kind) =>
      Array.from({ length: this.size }, (_, index) => ({ kind, index })),
    );
    await inParallel(targets, 8, ({ kind, index }) => this.writeOne(kind, index));
  }

  /** Writes one resource. */
  async writeOne(kind: Churned, index: number): Promise<void> {
    const key = { namespace: this.namespace, name: `${kind.api.plural}-${String(index)}` };
    await write({ client: this.#client, kind, key }, kind.spec(this.#random));
  }

  /** Of servers: deletes a resource, and both children of another one, to be noticed by who was not looking. */
  async remove(): Promise<void> {
    const { namespace } = this;
    const gone: readonly (readonly [Kind, string])[] = [
      [WebServer, 'webservers-0'],
      [Deployment, 'webservers-1'],
      [Service, 'webservers-1-service'],
    ];
    for (const [kind, name] of gone) {
      await this.#client.resource(kind).delete({ namespace, name }, { propagation: 'Background' });
    }
  }

  /** Of schedules: deletes the CronJob of one, whose coming back is told in an event. */
  async removeSchedule(index: number): Promise<void> {
    const key = { namespace: this.namespace, name: `${scheduledEchos.api.plural}-${String(index)}` };
    await this.#client
      .resource(CronJob)
      .delete(key, { propagation: 'Background' })
      .catch((error: unknown) => {
        if (!isApiError(error, 404)) throw error;
      });
  }

  /** What is not as it has to be: a resource that is not Ready, a child that lacks something, anything beyond. */
  faults(): Promise<readonly string[]> {
    return faultsOf({ client: this.#client, namespace: this.namespace }, this.sort.kinds);
  }

  /** Waits until each resource is Ready, its children are as it asks for, and nothing else is there. */
  async atRest(timeoutMs: number): Promise<void> {
    const isWell = async (): Promise<true> => {
      const faults = await this.faults();
      if (faults.length > 0) throw new Error(`${String(faults.length)} faults: ${faults.slice(0, 5).join('; ')}`);
      return true;
    };
    await until(`all is well in ${this.namespace}`, isWell, { timeoutMs, everyMs: 250 });
  }

  /** Makes a resource and waits until it is Ready: the operator has been told of all that was before. */
  async witness(): Promise<void> {
    const [kind] = this.sort.kinds;
    const key = { namespace: this.namespace, name: witness + randomBytes(4).toString('hex') };
    await write({ client: this.#client, kind, key }, kind.spec(this.#random));
    await ready(this.#client.resource(kind.api), key);
  }
}
