import type { ApiRequest, ApiResponse } from '@kubewright/runtime/internal/client';

import type { Route } from '../served/route.ts';
import type { ServerState } from '../store.ts';
import { methodNotAllowed } from '../writes/sent-object.ts';
import type { Write } from '../writes/write.ts';
import { evict } from './eviction.ts';
import { readLog } from './log.ts';
import { readScale, writeScale } from './scale.ts';

/** Answers a request for a subresource. */
export function answerSubresource(
  state: ServerState,
  route: Route,
  { request, write }: { readonly request: ApiRequest; readonly write: () => Write },
): ApiResponse {
  const { method } = request;
  if (route.part === 'log' && method === 'GET') return readLog(state, route, request.query);
  if (route.part === 'eviction' && method === 'POST') return evict(write());
  if (route.part === 'scale' && method === 'GET') return readScale(state, route);
  if (route.part === 'scale' && (method === 'PUT' || method === 'PATCH')) return writeScale(write(), request);
  throw methodNotAllowed();
}
