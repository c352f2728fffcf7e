import type { Container, ContainerStatus } from '@kubewright/runtime/kinds';
import type { ProbeName } from '../probes/probe-loop.ts';
import type { ContainerEvent } from './container-status.ts';
import type { RestartPolicy } from './pod-phase.ts';
import type { PrepareInput } from './prepare-container.ts';
import type { RunBook } from './run-book.ts';
import type { StopSignals } from './stop.ts';

/** The input of the runs of one container. */
export interface ContainerRun {
  readonly container: Container;
  readonly policy: RestartPolicy;
  readonly input: PrepareInput;
  readonly stop: StopSignals;
  readonly logFile: string;
  /** Time between SIGTERM and SIGKILL after a failed startup or liveness probe. */
  readonly graceMs: number;
  readonly book: RunBook;
  status(): ContainerStatus;
  report(event: ContainerEvent): void;
  probeFailed(probe: ProbeName, message: string): void;
}
