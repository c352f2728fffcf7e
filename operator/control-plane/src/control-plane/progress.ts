/** The current step, for a waiting user. */
export interface Progress {
  /** The current step as a phrase: `building Kubernetes 1.36.4`. It does not change while the numbers do. */
  readonly step: string;
  /** How much of the step is done, in `unit`; absent if nothing is counted. */
  readonly done?: number;
  /** The total in `unit`; absent if it is unknown. */
  readonly total?: number;
  readonly unit?: 'packages' | 'modules' | 'bytes' | 'seconds';
}

export type OnProgress = (progress: Progress) => void;

export const silent: OnProgress = () => undefined;

/** Where to write progress, such as `process.stderr`. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds between updates: often enough to look alive on a terminal, rarely enough to be readable in a log. */
const everyMs = { terminal: 100, log: 10_000 };
const clearLine = '\r\u001B[2K';

/** Shows progress: on a terminal as one line that changes, in a log as one line per step and one every ten seconds. */
export function createProgressLine(
  output: ProgressOutput,
  now: () => number = Date.now,
): { show: OnProgress; clear: () => void } {
  const isTerminal = output.isTTY === true;
  let step = '';
  let startedAt = 0;
  let shownAt = 0;
  return {
    show: (progress) => {
      const isNew = progress.step !== step;
      if (isNew) [step, startedAt] = [progress.step, now()];
      if (!isNew && now() - shownAt < (isTerminal ? everyMs.terminal : everyMs.log)) return;
      shownAt = now();
      const line = formatProgress(progress, now() - startedAt);
      output.write(isTerminal ? `${clearLine}${line}` : `${line}\n`);
    },
    clear: () => {
      if (isTerminal && step !== '') output.write(clearLine);
    },
  };
}

/** Formats progress: `downloading …: 12 of 60 MB, 4 s, about 16 s left`. */
export function formatProgress({ step, done, total, unit }: Progress, elapsedMs = 0): string {
  const count = done === undefined || unit === undefined ? '' : formatAmount({ done, total, unit });
  const seconds = Math.floor(elapsedMs / 1_000);
  const isTimed = seconds > 0 && unit !== 'seconds';
  const left = isTimed && done !== undefined && total !== undefined ? formatTimeLeft(done, total, elapsedMs) : '';
  const details = [count, isTimed ? `${seconds} s` : '', left].filter((text) => text !== '');
  return details.length === 0 ? step : `${step}: ${details.join(', ')}`;
}

/**
 * The fraction of a step after which the remaining time is estimated: the beginning may be faster, because Go's cache
 * may contain the first packages.
 */
const tellingPart = 0.05;

function formatTimeLeft(done: number, total: number, elapsedMs: number): string {
  if (total <= done || done / total < tellingPart) return '';
  const seconds = ((total - done) / done) * (elapsedMs / 1_000);
  return seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}

interface Amount {
  readonly done: number;
  readonly total: number | undefined;
  readonly unit: NonNullable<Progress['unit']>;
}

function formatAmount({ done, total, unit }: Amount): string {
  const inBytes = unit === 'bytes';
  const scale = (value: number): string => String(inBytes ? Math.round(value / 1_000_000) : value);
  const of = total === undefined ? '' : ` of ${scale(total)}`;
  const units = { bytes: 'MB', seconds: 's', packages: 'packages', modules: 'modules' };
  return `${scale(done)}${of} ${units[unit]}`;
}
