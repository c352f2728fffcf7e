import { it } from 'vitest';

import type { Secret } from '../../kinds/index.ts';
import { hashContent } from './hash-content.ts';

declare const secret: Secret;
declare const found: Promise<Secret | undefined>;

it('takes data, also if it may be absent, and several', () => {
  hashContent(secret.data);
  hashContent([secret.data, { replicas: 2 }, undefined]);
});

it('rejects a whole object and a promise', () => {
  // @ts-expect-error -- Please<'metadata changes with every write: pass data, spec or status'>
  hashContent(secret);
  // @ts-expect-error -- Please<'a promise has no content: await it'>
  hashContent(found);
});
