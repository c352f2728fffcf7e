/** For tests: the resources that a Pulumi program registers, without an engine. */
export { type Registered, registered } from './registered.ts';
export { valueOf } from './value-of.ts';
