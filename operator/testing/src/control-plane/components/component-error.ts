import type { ComponentName } from './component.ts';

/** A part of the control plane did not start. The message ends with the last lines of its log. */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';
  readonly component: ComponentName;
  /** Path of the whole log; removed with a temporary state directory. */
  readonly logFile: string;

  constructor(what: string, at: { component: ComponentName; logFile: string; tail: string; cause?: unknown }) {
    super(`failed to start ${at.component}: ${what}; the end of its log:\n${at.tail}`, { cause: at.cause });
    this.component = at.component;
    this.logFile = at.logFile;
  }
}
