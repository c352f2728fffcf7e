import { Lease } from '../../../operator/runtime/src/kinds/index.ts';
import type { AuditEvent } from '../../../operator/testing/src/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { isWrite } from '../../support/used-permissions.ts';
import { watchObjects, type ObjectWatch } from './watch-objects.ts';

export function watchLease(scope: Scope): Promise<ObjectWatch<Lease>> {
  return watchObjects(scope, Lease, { namespace: scope.operator.namespace });
}

export function getLease({ client, operator }: Scope): Promise<Lease> {
  return client.resource(Lease).get({ namespace: operator.namespace, name: 'kubewright' });
}

export function awaitTakeover(scope: Scope, before: string): Promise<Lease> {
  return until('the Lease has another holder', async () => {
    const lease = await getLease(scope);
    const { holderIdentity = '' } = lease.spec;
    return holderIdentity !== '' && holderIdentity !== before && lease;
  });
}

export async function awaitHolder(scope: Scope): Promise<string> {
  return (await awaitTakeover(scope, '')).spec.holderIdentity ?? '';
}

/** The holders of the Lease, in order; '' while it had no holder. */
export function listHolders({ changes }: ObjectWatch<Lease>): readonly string[] {
  const holders = changes.map(({ object }) => object.spec.holderIdentity ?? '');
  return holders.filter((holder, index) => holder !== holders[index - 1]);
}

/** When the Lease was released during the watch. */
export function findReleaseMs({ changes }: ObjectWatch<Lease>): number {
  const released = changes.find(({ object }) => (object.spec.holderIdentity ?? '') === '');
  return parseTimeMs(released?.object.spec.renewTime);
}

/** Parses a time in a Lease. It has microseconds, which `Date` drops. */
export const parseTimeMs = (time: string | null | undefined): number => Date.parse(time ?? '');

/** Returns the name of the Pod that sent a request, from its token. */
function getSender({ user }: AuditEvent): string {
  const { extra = {} } = user as { extra?: Readonly<Record<string, readonly string[]>> };
  return extra['authentication.kubernetes.io/pod-name']?.[0] ?? '';
}

/** Sorts the writes among `requests` by their arrival; the audit log has the order of the responses. */
function sortWritesByArrival(requests: readonly AuditEvent[]): readonly AuditEvent[] {
  return requests
    .filter(isWrite)
    .toSorted((a, b) => (a.requestReceivedTimestamp < b.requestReceivedTimestamp ? -1 : 1));
}

/** Lists the Pods that sent the writes among `requests`, in the order in which the writes arrived. */
export function listWriters(requests: readonly AuditEvent[]): readonly string[] {
  return sortWritesByArrival(requests).map(getSender);
}
