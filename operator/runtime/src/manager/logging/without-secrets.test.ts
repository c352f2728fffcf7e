import { describe, expect, it } from 'vitest';

import { withoutSecrets } from './without-secrets.ts';

describe('plain fields', () => {
  it('have names without secrets, too', () => {
    expect(withoutSecrets({ 'eyJhbGciOiJ.eyJzdWI': 1 })).toEqual({ '[redacted]': 1 });
  });

  it('are as limited in number as others', () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`field${String(index)}`, index]));
    expect(withoutSecrets(many)).toMatchObject({ field0: 0, '…': '[too much]' });
  });

  it('are a copy', () => {
    const fields = { object: 'default/web' };
    const clean = withoutSecrets(fields);
    fields.object = 'changed';
    expect(clean).toEqual({ object: 'default/web' });
  });
});
