/**
 * Subresources other than the status.
 *
 * - `answer-subresource`: selects the handler of a request
 * - `log`, `eviction`: of Pods; `scale`: of workloads and custom resources
 *
 * @module
 */
export { answerSubresource } from './answer-subresource.ts';
export { formatLogSource, type LogSource } from './log.ts';
