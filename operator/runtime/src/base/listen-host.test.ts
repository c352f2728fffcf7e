import { describe, expect, it } from 'vitest';

import { listenHost } from './listen-host.ts';

describe('the host to listen on', () => {
  it.each(['127.0.0.1', '::1', '0.0.0.0', 'localhost'])('is the address that was set: %s', (address) => {
    expect(listenHost(address)).toBe(address);
  });

  it('is left to Node for the address ::, because Node knows whether the machine has IPv6', () => {
    expect(listenHost('::')).toBeUndefined();
  });
});
