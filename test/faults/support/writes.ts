import { open } from 'node:fs/promises';

import { readAuditLog } from '../../../operator/testing/src/index.ts';
import type { OperatorProcess } from '../../support/start-operator.ts';

/** A write of an operator: `patch /api/v1/namespaces/…`, and when it began, or when the API server had it. */
export interface Write {
  readonly text: string;
  readonly atMs: number;
}

/** A write as the API server had it, and what it answered. */
export interface Arrived extends Write {
  readonly code: number | undefined;
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/**
 * What an operator has begun to write, as its log says at level `debug`: a line stands there before the first byte. The
 * clock was read right before the fence was asked, so that no pause can be between the time and a refusal.
 */
export async function writesBegunBy({ logFile }: OperatorProcess): Promise<readonly Write[]> {
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

/** Whatever each user has asked to be changed, done or refused, in the order in which it arrived. */
export async function writesByUser(auditLogPath: string): Promise<ReadonlyMap<string, readonly Arrived[]>> {
  const written = new Set(verbs.values());
  const writes = new Map<string, Arrived[]>();
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
