import { expect, it } from 'vitest';

import type { ApiRequest, ApiResponse } from '../../../operator/runtime/src/client/index.ts';
import { createOpenApiSource } from './api-documents.ts';

const answerWithStatus = (status: number): { call(request: ApiRequest): Promise<ApiResponse> } => ({
  call: async ({ method, path }) => ({ status, body: `${method} ${path}` }),
});

it('get reads one document per call', async () => {
  expect(await createOpenApiSource(answerWithStatus(200)).get('/version')).toBe('GET /version');
});

it('get rejects with the path that the API server rejects', async () => {
  await expect(createOpenApiSource(answerWithStatus(403)).get('/version')).rejects.toThrow(
    'failed to read /version: the API server answered 403',
  );
});
