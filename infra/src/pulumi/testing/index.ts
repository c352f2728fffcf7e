/** Test support: the resources that a Pulumi program registers, without an engine. */
export { type RegisteredResource, runWithMocks } from './run-with-mocks.ts';
export { getOutputValue } from './output-value.ts';
