import { randomUUID } from 'node:crypto';

import type { Client } from '../../operator/runtime/src/client/index.ts';
import { ConfigMap } from '../../operator/runtime/src/kinds/index.ts';
import type { AuditEvent } from '../../operator/testing/src/index.ts';
import { ScopeLog } from './scope-log.ts';
import { until } from './until.ts';
import { isWrite } from './used-permissions.ts';

/** The numbers of objects that operators created and deleted in a namespace, by resource. */
export interface Deeds {
  readonly created: Readonly<Record<string, number>>;
  readonly deleted: Readonly<Record<string, number>>;
}

/** The requests of all operators with this user agent in the audit log, regardless of their user. */
export class OperatorAudit {
  readonly #client: Client;
  readonly #log: ScopeLog;
  #reading: Promise<void> = Promise.resolve();
  /** The next read of the log. All calls that arrive during the current read share it. */
  #next: Promise<void> | undefined;

  readonly #agent: string;

  /** @param operator the name with which the operator's user agent begins. @default `kubewright` */
  constructor(client: Client, auditLogPath: string, operator = 'kubewright') {
    this.#client = client;
    this.#agent = operator;
    // The requests that `#readOn` sends and looks for have the user agent `kubewright`, so their lines must be read
    // too.
    this.#log = new ScopeLog(auditLogPath, operator === 'kubewright' ? '"userAgent":"kubewright' : '"userAgent":"');
  }

  /** Lists the requests of operators in a namespace so far, except watches, as `patch services/blue-service`. */
  async calls(namespace: string): Promise<readonly string[]> {
    return (await this.events(namespace)).map(formatCall);
  }

  async deeds(namespace: string): Promise<Deeds> {
    const events = (await this.events(namespace)).filter(({ objectRef }) => objectRef?.resource !== 'events');
    const created = events.filter(({ responseStatus }) => responseStatus?.code === 201);
    const deleted = events.filter(({ verb, responseStatus }) => verb === 'delete' && responseStatus?.code === 200);
    return { created: countByResource(created), deleted: countByResource(deleted) };
  }

  /** Lists the writes of operators in a namespace so far, except to Leases, as `patch services/blue-service 200`. */
  async writes(namespace: string): Promise<readonly string[]> {
    const events = (await this.events(namespace)).filter((event) => isWrite(event));
    return events.filter(({ objectRef }) => objectRef?.resource !== 'leases').map(formatAnsweredCall);
  }

  /** Lists the events of operators in a namespace so far, except those of watches. */
  async events(namespace: string): Promise<readonly AuditEvent[]> {
    return (await this.everywhere()).filter(({ objectRef }) => objectRef?.namespace === namespace);
  }

  /** Lists the events of operators in all namespaces so far, except those of watches. */
  async everywhere(): Promise<readonly AuditEvent[]> {
    await (this.#next ??= this.#afterThisReading());
    return this.#log.events.filter(
      ({ userAgent = '', verb }) => userAgent.startsWith(`${this.#agent}/`) && verb !== 'watch',
    );
  }

  /** Waits for the current read, because only one read at a time may move the offset in the log. */
  async #afterThisReading(): Promise<void> {
    await this.#reading.catch(() => undefined);
    this.#next = undefined;
    this.#reading = this.#readOn();
    await this.#reading;
  }

  /**
   * Reads the log up to a request that it sends itself. Requests are logged when they are answered, so the log then
   * contains every request that was answered earlier.
   */
  async #readOn(): Promise<void> {
    const name = `mark-${randomUUID()}`;
    await this.#client.resource(ConfigMap).tryGet({ namespace: 'default', name });
    await until('the audit log has the mark', async () => {
      await this.#log.readOn();
      return this.#log.events.some(({ objectRef }) => objectRef?.name === name);
    });
  }
}

function formatCall({ verb, objectRef }: AuditEvent): string {
  const { resource = '', name, subresource } = objectRef ?? {};
  return `${verb} ${[resource, verb === 'create' ? undefined : name, subresource].filter(Boolean).join('/')}`;
}

function formatAnsweredCall({ verb, objectRef, responseStatus }: AuditEvent): string {
  const { resource = '', name, subresource } = objectRef ?? {};
  return [verb, [resource, name, subresource].filter(Boolean).join('/'), responseStatus?.code].join(' ');
}

function countByResource(events: readonly AuditEvent[]): Readonly<Record<string, number>> {
  const byResource = Map.groupBy(events, ({ objectRef }) => objectRef?.resource ?? '');
  return Object.fromEntries([...byResource].map(([resource, { length }]) => [resource, length]));
}
