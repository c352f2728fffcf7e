import { describe, expect, it } from 'vitest';

import { resolveProxy } from './proxy.ts';

const findProxy = (server: string, variables: Record<string, string> = {}, fields: object = {}): string | undefined =>
  resolveProxy(
    { server: new URL(server), cluster: { title: 'the cluster "c"', fields: { ...fields }, folder: '/' } },
    variables,
  )?.href;

describe('the proxy to an API server', () => {
  it('is that of the cluster, or else that of the environment', () => {
    const HTTPS_PROXY = 'http://variable:1';
    expect(findProxy('https://api')).toBeUndefined();
    expect(findProxy('https://api', { HTTPS_PROXY })).toBe('http://variable:1/');
    expect(findProxy('https://api', { HTTPS_PROXY }, { 'proxy-url': 'https://cluster:2' })).toBe('https://cluster:2/');
  });

  it('is named by the variable of the protocol, in upper or lower case, with or without http://', () => {
    expect(findProxy('https://api', { https_proxy: 'a:1' })).toBe('http://a:1/');
    expect(findProxy('https://api', { HTTP_PROXY: 'a:1' })).toBeUndefined();
    expect(findProxy('http://api', { HTTP_PROXY: 'a:1' })).toBe('http://a:1/');
    expect(findProxy('https://api', { HTTPS_PROXY: '', https_proxy: '' })).toBeUndefined();
  });

  it('of the cluster is used even for hosts in NO_PROXY', () => {
    expect(findProxy('https://api', { NO_PROXY: '*' }, { 'proxy-url': 'http://p' })).toBe('http://p/');
  });

  it.each(['http:///', 'socks5://me:s3cret@p', 'no url', 'ftp://p'])(
    'is rejected if it is %s, without quoting it',
    (url) => {
      const failure = /^the proxy-url of the cluster "c" is not an http or https URL$/;
      expect(() => findProxy('https://api', {}, { 'proxy-url': url })).toThrow(failure);
    },
  );
});

// https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config
describe('NO_PROXY', () => {
  it.each([
    ['https://api.example.com', 'example.com'],
    ['https://example.com', 'example.com'],
    ['https://api.example.com', '.example.com'],
    ['https://api.example.com', 'x, *.Example.com '],
    ['https://api:6443', 'api:6443'],
    ['https://api', '*'],
    ['https://10.96.0.1', '10.96.0.0/12'],
    ['https://10.96.0.1', '10.96.0.1'],
    ['https://10.96.0.1:6443', '10.96.0.1:6443'],
    ['https://[fd00::1]', 'fd00::/8'],
    ['https://[fd00::1]:443', '[fd00::1]:443'],
    ['https://[fd00::1]', 'fd00::1'],
    ['https://localhost:1', ''],
    ['https://127.0.0.9:6443', ''],
    ['https://[::1]:6443', ''],
  ])('leads to %s without a proxy if it is "%s"', (server, NO_PROXY) => {
    expect(findProxy(server, { HTTPS_PROXY: 'p', NO_PROXY })).toBeUndefined();
  });

  it.each([
    ['https://badexample.com', 'example.com'],
    ['https://example.com', '.example.com'],
    ['https://example.com', '*.example.com'],
    ['https://api:6443', 'api:443'],
    ['https://10.96.0.1', '10.0.0.0/16'],
    ['https://10.96.0.1', '10.96.0.0/99'],
    ['https://10.96.0.1', 'fd00::/8'],
    ['https://api', ''],
  ])('leads to %s via the proxy if it is "%s"', (server, NO_PROXY) => {
    expect(findProxy(server, { HTTPS_PROXY: 'p', NO_PROXY })).toBe('http://p/');
  });
});
