import { randomUUID } from 'node:crypto';

import type { Client } from '../../operator/runtime/src/client/index.ts';
import { ConfigMap } from '../../operator/runtime/src/kinds/index.ts';
import type { AuditEvent } from '../../operator/testing/src/index.ts';
import { ScopeLog } from './scope-log.ts';
import { until } from './until.ts';
import { isWrite } from './used.ts';

/** How often the operators of a namespace created and deleted objects, by resource. */
export interface Deeds {
  readonly created: Readonly<Record<string, number>>;
  readonly deleted: Readonly<Record<string, number>>;
}

/** What the API server has logged of all operators, whoever's rights they had. */
export class OperatorAudit {
  readonly #client: Client;
  readonly #log: ScopeLog;
  #reading: Promise<void> = Promise.resolve();

  constructor(client: Client, auditLogPath: string) {
    this.#client = client;
    this.#log = new ScopeLog(auditLogPath, '"userAgent":"kubewright');
  }

  /** The requests of operators in a namespace up to now, as `patch services/blue-service`, but for their watches. */
  async calls(namespace: string): Promise<readonly string[]> {
    return (await this.events(namespace)).map(textOf);
  }

  async deeds(namespace: string): Promise<Deeds> {
    const events = (await this.events(namespace)).filter(({ objectRef }) => objectRef?.resource !== 'events');
    const created = events.filter(({ responseStatus }) => responseStatus?.code === 201);
    const deleted = events.filter(({ verb, responseStatus }) => verb === 'delete' && responseStatus?.code === 200);
    return { created: countByResource(created), deleted: countByResource(deleted) };
  }

  /** What they changed in a namespace up to now, as `patch services/blue-service 200`, but for their Leases. */
  async writes(namespace: string): Promise<readonly string[]> {
    const events = (await this.events(namespace)).filter((event) => isWrite(event));
    return events.filter(({ objectRef }) => objectRef?.resource !== 'leases').map(answeredTextOf);
  }

  /** Their requests in a namespace up to now, but for their watches. */
  async events(namespace: string): Promise<readonly AuditEvent[]> {
    // One after the other: all of them read the same file on.
    this.#reading = this.#reading.then(() => this.#readOn());
    await this.#reading;
    return this.#log.events.filter(
      ({ objectRef, userAgent = '', verb }) =>
        objectRef?.namespace === namespace && userAgent.startsWith('kubewright/') && verb !== 'watch',
    );
  }

  /** Requests are logged as they are answered: what was answered before ours stands before it. */
  async #readOn(): Promise<void> {
    const name = `mark-${randomUUID()}`;
    await this.#client.resource(ConfigMap).tryGet({ namespace: 'default', name });
    await until('the audit log has the mark', async () => {
      await this.#log.readOn();
      return this.#log.events.some(({ objectRef }) => objectRef?.name === name);
    });
  }
}

function textOf({ verb, objectRef }: AuditEvent): string {
  const { resource = '', name, subresource } = objectRef ?? {};
  return `${verb} ${[resource, verb === 'create' ? undefined : name, subresource].filter(Boolean).join('/')}`;
}

function answeredTextOf({ verb, objectRef, responseStatus }: AuditEvent): string {
  const { resource = '', name, subresource } = objectRef ?? {};
  return [verb, [resource, name, subresource].filter(Boolean).join('/'), responseStatus?.code].join(' ');
}

function countByResource(events: readonly AuditEvent[]): Readonly<Record<string, number>> {
  const byResource = Map.groupBy(events, ({ objectRef }) => objectRef?.resource ?? '');
  return Object.fromEntries([...byResource].map(([resource, { length }]) => [resource, length]));
}
