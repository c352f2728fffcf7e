/**
 * The agent: runs Pods like a kubelet, with a process for each container.
 *
 * - `agent`: watches the node's Pods, with one worker each
 * - `pod-worker`, `pod-run`: the life of one Pod: its object, and its containers on this machine
 * - `container-runner`, `supervise-process`, `prepare-container`: the life of one container
 * - `container-status`, `pod-phase`, `pod-status`: compute the reported status; pure
 * - `stop`: SIGTERM, then SIGKILL
 * - `pod-api`, `latest-writer`: read from and write to the API server
 * - `pod-files`, `run-book`: the paths of logs, and a record of all processes
 *
 * @module
 */
export { runAgent } from './agent.ts';
export { createPodApi, fieldManager } from './pod-api.ts';
export type { PodContext } from './pod-context.ts';
export { logAnnotation, getLogFile, getPodFiles } from './pod-files.ts';
export { parseContainerId, type PresentPod, RunBook } from './run-book.ts';
