import { expect, it } from 'vitest';

import { renderStructuralSchemas } from './structural-schemas.ts';

it('renderStructuralSchemas throws for a type that no document has', () => {
  const type = 'io.k8s.api.core.v1.Gone';
  expect(() => renderStructuralSchemas({ version: '1.99.4', schemas: {} }, [type])).toThrow(
    `failed to find ${type}: correct structural-schemas.ts`,
  );
});
