import type { ApiRequest } from '@kubewright/runtime/internal/client';
import type { Manager } from '../fields/managers.ts';
import type { JsonObject } from '../json.ts';
import { idOf, type StoredObject } from '../objects.ts';
import { notFound, Refusal, statusAnswer } from '../refusal.ts';
import type { Route } from '../served/route.ts';
import type { ServedKind } from '../served/served-kind.ts';
import type { ServerState } from '../store.ts';

/** A request that changes something. */
export interface Write {
  readonly state: ServerState;
  readonly route: Route;
  readonly served: ServedKind;
  readonly query: NonNullable<ApiRequest['query']>;
  readonly body: JsonObject;
  readonly dryRun: boolean;
}

/** The stored object. Throws: 404. */
export function liveObject({ state, route }: Pick<Write, 'state' | 'route'>): StoredObject {
  const live = state.store.get(route.served.id, idOf(route));
  if (live === undefined) throw notFound(route.served.kind, route.name ?? '');
  return live;
}

/** The field manager of a write. @param given the manager if the request names none */
export function managerOf(write: Write, operation: Manager['operation'], given = write.state.defaultManager): Manager {
  const { route, served, query } = write;
  const named = query['fieldManager'];
  const manager = named === undefined || named === '' ? given : String(named);
  const { subresource } = route;
  return { manager, operation, apiVersion: served.apiVersion, ...(subresource !== undefined && { subresource }) };
}

/** Reads `dryRun`. Throws: 422 for anything but `All`. */
export function isDryRun(value: unknown, options: string): boolean {
  if (value === undefined || value === '') return false;
  if (value === 'All') return true;
  const message = `Unsupported value: [${JSON.stringify(value)}]: supported values: "All"`;
  const causes = [{ reason: 'FieldValueNotSupported', message, field: 'dryRun' }];
  const text = `${options}.meta.k8s.io "" is invalid: dryRun: ${message}`;
  throw new Refusal(
    statusAnswer(422, 'Invalid', { message: text, details: { group: 'meta.k8s.io', kind: options, causes } }),
  );
}
