import fc from 'fast-check';

import { formatApiVersion } from '@kubewright/runtime/internal/base';
import type { ApiRequest } from '@kubewright/runtime/internal/client';
import { type ContractServer, buildPath } from './contract.ts';
import { normalize } from './random-steps.ts';
import type { RandomKind } from './random-kinds.ts';

export interface RandomWrite {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly name: string;
  readonly contentType?: string;
  readonly isStatus: boolean;
  readonly query: object;
  /** The body of the request. A PUT also gets the metadata of the stored object. */
  readonly body?: object;
}

const how = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ fieldValidation: fc.constantFrom('Strict', 'Warn', 'Ignore') }) },
  { weight: 1, arbitrary: fc.constant({ dryRun: 'All' }) },
);
const query = fc.tuple(how, fc.constantFrom('alice', 'bob')).map(([one, fieldManager]) => ({ ...one, fieldManager }));

/** Generates sequences of writes of two objects of a kind. */
export function arbitraryWrites({ specs, statuses }: RandomKind): fc.Arbitrary<readonly RandomWrite[]> {
  const body = fc.record({ spec: specs, status: statuses }, { requiredKeys: [] });
  const isStatus = fc.boolean();
  const place = { name: fc.constantFrom('x', 'x', 'x', 'x', 'y'), query };
  const force = fc.tuple(query, fc.boolean()).map(([one, force]) => ({ ...one, force }));
  const never = fc.constant(false);
  const patchType = fc.constant('application/merge-patch+json');
  const jsonType = fc.constant('application/json-patch+json');
  const applyType = fc.constant('application/apply-patch+yaml');
  const operations = fc.array(fc.oneof(operation('spec', specs), operation('status', statuses)), {
    minLength: 1,
    maxLength: 2,
  });
  const write = (method: RandomWrite['method'], more: object): fc.Arbitrary<RandomWrite> =>
    fc.record({ method: fc.constant(method), ...place, isStatus, ...more });
  const creation = write('POST', { isStatus: never, body });
  const writes = fc.array(
    fc.oneof(
      { weight: 1, arbitrary: creation },
      { weight: 2, arbitrary: write('PUT', { body }) },
      { weight: 6, arbitrary: write('PATCH', { contentType: applyType, query: force, body }) },
      { weight: 2, arbitrary: write('PATCH', { contentType: patchType, body }) },
      { weight: 2, arbitrary: write('PATCH', { contentType: jsonType, body: operations }) },
      { weight: 1, arbitrary: write('DELETE', { isStatus: never, query: fc.constant({}) }) },
    ),
    { minLength: 2, maxLength: 7 },
  );
  const application = write('PATCH', { contentType: applyType, query: force, body, isStatus: never });
  return fc.tuple(fc.oneof(creation, application), writes).map(([first, more]) => [first, ...more]);
}

/** Generates an operation of a JSON Patch below `part`. */
function operation(part: string, values: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(fc.constantFrom('add', 'replace', 'remove', 'test'), values).map(([op, held]) => {
    const [[name, value] = ['a', 'x']] = Object.entries<unknown>(held as Readonly<Record<string, unknown>>);
    return { op, path: `/${part}/${name}`, value };
  });
}

/** Sends the writes one after the other. Returns the responses, without values that differ between servers. */
export async function sendWrites(
  server: ContractServer,
  kind: RandomKind,
  writes: readonly RandomWrite[],
): Promise<readonly string[]> {
  const seen = new Map<string, string>();
  const answers: string[] = [];
  for (const write of writes) {
    const { status, body } = await server.client.transport.call(await buildRequest(server, kind, write));
    const answer = status < 300 ? body : toRejection(status, body as RejectedStatus);
    answers.push(`${String(status)} ${normalize(answer, { seen, namespace: server.namespace })}`);
  }
  return answers;
}

async function buildRequest(server: ContractServer, kind: RandomKind, write: RandomWrite): Promise<ApiRequest> {
  const { method, name, contentType, isStatus, query } = write;
  const path = buildPath(server, kind, method === 'POST' ? undefined : name) + (isStatus ? '/status' : '');
  const rest = { ...(contentType !== undefined && { contentType }), query: query as NonNullable<ApiRequest['query']> };
  if (write.body === undefined || Array.isArray(write.body)) return { method, path, ...rest, body: write.body };
  const { body: live } = method === 'PUT' ? await server.client.transport.call({ method: 'GET', path }) : {};
  const metadata = {
    name,
    namespace: server.namespace,
    ...(live as { readonly metadata?: object } | undefined)?.metadata,
  };
  const isMerge = contentType === 'application/merge-patch+json';
  const type = { apiVersion: formatApiVersion(kind), kind: kind.kind };
  return { method, path, ...rest, body: isMerge ? write.body : { ...type, metadata, ...write.body } };
}

/**
 * Formats a cause of an error. Removes the rejected patch, which each server prints with another order and other times.
 */
function formatCause(cause: { readonly field?: string; readonly message?: string }): string {
  return JSON.stringify(
    cause.field === 'patch' ? { ...cause, message: cause.message?.replace(/".*"(?=: )/, '') } : cause,
  );
}

interface RejectedStatus {
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly object[] };
}

function toRejection(status: number, { reason, message, details }: RejectedStatus): object {
  const causes = (details?.causes ?? []).map(formatCause).sort();
  return { reason, ...(status === 409 && { message }), causes };
}
