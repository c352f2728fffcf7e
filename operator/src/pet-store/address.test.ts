import { describe, expect, it } from 'vitest';

import { formatAddress, parseAddress } from './address.ts';

describe('an address', () => {
  it.each([
    ['127.0.0.1:6742', { host: '127.0.0.1', port: 6742 }],
    [
      'petstore-service.petstore.svc.cluster.local:6742',
      { host: 'petstore-service.petstore.svc.cluster.local', port: 6742 },
    ],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['[::1]:65535', { host: '::1', port: 65_535 }],
  ])('%s is parsed, and formatted unchanged', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
    expect(formatAddress(address)).toBe(text);
  });

  it.each([
    '',
    '6742',
    ':6742',
    'host',
    'host:',
    'host:65536',
    'host:-1',
    '::1:6742',
    'http://host:80',
    'host:1/x',
    'a b:1',
  ])('%o is an error, with the expected form in the message', (text) => {
    expect(() => parseAddress(text)).toThrow('give host:port, for example 127.0.0.1:6742');
  });
});
