/** One sample of each of our kinds, to try the operators with: a file per kind. */
export { type SampleProps, WebServerSample } from './web-server-sample.ts';
