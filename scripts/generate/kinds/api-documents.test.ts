import { expect, it } from 'vitest';

import { createOpenApiSource } from './api-documents.ts';

it('get rejects with the path that the API server rejects', async () => {
  const source = createOpenApiSource({ call: async () => ({ status: 403, body: '' }) });
  await expect(source.get('/version')).rejects.toThrow('failed to read /version: the API server answered 403');
});
