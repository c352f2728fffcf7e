/**
 * The agent: what a kubelet does with Pods, with processes for containers.
 *
 * - `agent`: which Pods, and a worker for each
 * - `pod-worker`, `pod-run`: the life of one Pod; its object, and what runs on this machine
 * - `container-runner`, `while-running`, `container-target`, `prepare-container`: the life of one container
 * - `container-status`, `container-statuses`, `pod-phase`, `pod-status`, `restart-backoff`: pure steps of what is reported
 * - `stop`: gently, then now
 * - `pod-api`, `latest-writer`: what is read from the API server and written to it
 * - `pod-files`, `run-book`, `logged-run`: where logs are, what really ran, and which run a log is asked of
 *
 * @module
 */
export { runAgent } from './agent.ts';
export { createPodApi, fieldManager } from './pod-api.ts';
export type { PodContext } from './pod-context.ts';
export { logAnnotation, logFileOf, podFilesOf } from './pod-files.ts';
export { loggedRun } from './logged-run.ts';
export type { PreparedContainer } from './prepare-container.ts';
export { exitCodeOf } from './container-status.ts';
export { RunBook, type PresentPod, type RunningContainer } from './run-book.ts';
