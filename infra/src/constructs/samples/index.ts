/** One sample of each of our kinds, to try the operators with: a file per kind. */
export { MemcachedSample } from './memcached-sample.ts';
export { type SampleProps, WebServerSample } from './web-server-sample.ts';
