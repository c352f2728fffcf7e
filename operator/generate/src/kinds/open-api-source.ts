import { OperatorError } from '@kubewright/runtime/internal/base';
import type { Transport } from '@kubewright/runtime/internal/client';

/** The JSON documents of one API server. */
export interface OpenApiSource {
  /** The parsed document at `path`, for example `/openapi/v3/apis/apps/v1`. Rejects if there is none. */
  get(path: string): Promise<unknown>;
}

/** Reads the documents from a running API server. */
export function openApiSource(transport: Pick<Transport, 'call'>): OpenApiSource {
  return {
    async get(path) {
      const { status, body } = await transport.call({ method: 'GET', path });
      if (status === 200) return body;
      throw new OperatorError('GENERATE_FAILED', `read ${path}`, { hint: `the API server answered ${status}` });
    },
  };
}
