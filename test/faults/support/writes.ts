import { open } from 'node:fs/promises';

import { readAuditLog } from '../../../operator/testing/src/index.ts';
import type { OperatorProcess } from '../../support/start-operator.ts';

/** A write of an operator, such as `patch /api/v1/namespaces/…`, and when it began or arrived at the API server. */
export interface Write {
  readonly text: string;
  readonly atMs: number;
}

/** A write that has arrived at the API server, and the status code of the response. */
export interface ArrivedWrite extends Write {
  readonly code: number | undefined;
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/**
 * Reads the writes that an operator has begun from its log at level `debug`, which has a line for each request before
 * the first byte is sent. The time in the line is taken before the last check of the renew deadline: if that check passes,
 * the time was within the deadline, too.
 */
export async function readBegunWrites({ logFile }: OperatorProcess): Promise<readonly Write[]> {
  await using file = await open(logFile);
  const begun: Write[] = [];
  for await (const line of file.readLines()) {
    if (!line.includes('"sending a call to the API server"')) continue;
    const { begunAt, method, path } = JSON.parse(line) as Readonly<Record<'begunAt' | 'method' | 'path', string>>;
    const verb = verbs.get(method);
    if (verb !== undefined) begun.push({ text: `${verb} ${path}`, atMs: Date.parse(begunAt) });
  }
  return begun;
}

/** Lists the writes of each user in the order of their arrival, including rejected ones. */
export async function readWritesByUser(auditLogPath: string): Promise<ReadonlyMap<string, readonly ArrivedWrite[]>> {
  const written = new Set(verbs.values());
  const writes = new Map<string, ArrivedWrite[]>();
  for await (const { verb, user, requestURI, requestReceivedTimestamp, responseStatus } of readAuditLog(auditLogPath)) {
    if (!written.has(verb)) continue;
    const write = {
      text: `${verb} ${requestURI}`,
      atMs: Date.parse(requestReceivedTimestamp),
      code: responseStatus?.code,
    };
    const others = writes.get(user.username);
    if (others === undefined) writes.set(user.username, [write]);
    else others.push(write);
  }
  for (const each of writes.values()) each.sort((a, b) => a.atMs - b.atMs);
  return writes;
}
