import { describe, expect, it } from 'vitest';

import { useArgoCdLua } from '../../testing/index.ts';
import { applicationHealthLua } from './application-lua.ts';

const run = useArgoCdLua();
const healthOf = (status: object | undefined): unknown =>
  run(applicationHealthLua, { metadata: { name: 'zoo-berlin-crds' }, ...(status !== undefined && { status }) });

describe('the health of an Application', () => {
  // id: no-wave-waits-for-an-application
  it.each([[undefined], [{}], [{ health: {} }]])('is Progressing while Argo CD has found none: %j', (status) => {
    expect(healthOf(status)).toEqual({ status: 'Progressing', message: '' });
  });

  it.each(['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing'])('is what Argo CD has found: %s', (status) => {
    expect(healthOf({ health: { status } })).toEqual({ status, message: '' });
  });

  it('has the message of what Argo CD has found', () => {
    const health = { status: 'Degraded', message: 'a Pet has no store' };
    expect(healthOf({ health, sync: { status: 'Synced' } })).toEqual(health);
  });
});
