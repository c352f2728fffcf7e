/** For tests: what a Pulumi program registers, without an engine. */
export { type Registered, registered } from './registered.ts';
export { valueOf } from './value-of.ts';
