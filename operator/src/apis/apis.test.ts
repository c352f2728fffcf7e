import { describe, expect, it } from 'vitest';

import type { JsonSchema } from '@kubewright/runtime';
import { listApis } from '@kubewright/runtime/internal/manager';
import { kubewright } from '../kubewright.ts';

/** Lists the paths of all fields, including nested ones such as `spec.image`, whose description is not a sentence. */
function listUndescribed(schema: JsonSchema, at = ''): readonly string[] {
  const { properties = {}, items } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [...(/^[A-Z].+\.$/s.test(field.description ?? '') ? [] : [path]), ...listUndescribed(field, path)];
  });
  return [...own, ...(items === undefined ? [] : listUndescribed(items, `${at}[]`))];
}

describe.each(listApis(kubewright))('the $kind API', ({ crd }) => {
  it('describes every field', () => {
    for (const { schema } of crd.spec.versions) expect(listUndescribed(schema.openAPIV3Schema)).toEqual(['metadata']);
  });
});
