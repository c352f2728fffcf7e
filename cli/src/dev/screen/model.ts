/** A line of the operator's log, in JSON. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: string };

/**
 * A write during a reconcile: the object, such as `Deployment default/web`, and the changed paths if the object
 * existed.
 */
export interface Write {
  readonly what: string;
  readonly paths: readonly string[];
}

/** A reconcile, read from the log. */
export interface Reconcile {
  readonly id: string;
  readonly time: string;
  readonly controller: string;
  /** `namespace/name`. */
  readonly object: string;
  readonly causes: readonly string[];
  readonly writes: readonly Write[];
  /** `undefined` while the reconcile runs. */
  readonly durationMs?: number;
  /** The message of the error with which the reconcile failed. */
  readonly error?: string;
  /** Number of consecutive reconciles that this entry represents. They wrote nothing; the causes are those of the last. */
  readonly times: number;
}

/** A line that the screen prints into the scrollback. */
export interface Notice {
  readonly level: string;
  readonly time: string;
  readonly object: string;
  readonly text: string;
  readonly stack?: string;
  /** Whose error it is, as a key of `errors`. */
  readonly problem?: string;
}

/** The state of the screen, computed from the operator's log. */
export interface Model {
  /** Those that have ended, oldest first, without errors that are solved. */
  readonly ended: readonly Reconcile[];
  readonly running: ReadonlyMap<string, Reconcile>;
  /**
   * The last error of each object of a controller, until a success or a new start, and of the watch of each kind, until
   * all caches are warm: each is noticed once.
   */
  readonly errors: ReadonlyMap<string, string>;
  /** The lines that the last log line adds to the scrollback. */
  readonly notices: readonly Notice[];
}

export const emptyModel: Model = { ended: [], running: new Map(), errors: new Map(), notices: [] };

/** More than the screen shows, and enough to detect a write loop. */
const endedAtMost = 50;

/** Limits the entries of reconciles whose operator stopped before they ended. */
const runningAtMost = 100;

/** Messages at level `info` that the screen shows in another form. */
const shown = new Set([
  ...['created a child', 'updated a child', 'deleted a child', 'deleted the object', 'Ready has changed'],
  ...['controller started', 'controller stopped', 'operator started', 'operator stopped'],
  ...['cleaned up and removed the finalizer', 'conflict, reconciling again', 'wrote the status'],
]);

/** Returns the model after the next log line. */
export function reduce(model: Model, line: LogLine): Model {
  const { reconcileId: id, causes } = line;
  const known = typeof id === 'string' ? (model.running.get(id) ?? begin(id, line, causes)) : undefined;
  const errors = updateErrors(model.errors, line);
  const notices = isNews(model, line) ? [toNotice(line)] : [];
  const ended = model.ended.filter((run) => run.error === undefined || errors.has(identify(run)));
  if (known === undefined) return { ...model, ended, errors, notices };
  const now = update(known, line);
  const running = new Map(model.running);
  if (now.durationMs === undefined) {
    running.set(now.id, now);
    const [oldest] = running.keys();
    if (running.size > runningAtMost && oldest !== undefined) running.delete(oldest);
    return { ended, running, errors, notices };
  }
  running.delete(now.id);
  return { ended: addEnded(ended, now), running, errors, notices };
}

function begin(id: string, line: LogLine, causes: unknown): Reconcile {
  const [controller, object] = [getText(line, 'controller'), getText(line, 'object')];
  return { id, time: getText(line, 'time'), controller, object, causes: toTexts(causes), writes: [], times: 1 };
}

function update(run: Reconcile, line: LogLine): Reconcile {
  switch (line.msg) {
    case 'reconciled':
      return { ...run, time: getText(line, 'time'), durationMs: Number(line['durationMs'] ?? 0) };
    case 'created a child':
    case 'updated a child':
    case 'deleted a child':
    case 'wrote the status':
    case 'cleaned up and removed the finalizer':
      return { ...run, writes: [...run.writes, toWrite(line)] };
    default:
      return isFailure(line) ? { ...run, error: describeFailure(line) } : run;
  }
}

function toWrite(line: LogLine): Write {
  const paths = toTexts(line['paths']);
  const child = [getText(line, 'child'), getText(line, 'name')].filter((text) => text !== '').join(' ');
  if (line.msg === 'cleaned up and removed the finalizer') return { what: line.msg, paths: [] };
  const did = /^(created|deleted)/.exec(line.msg)?.[0];
  return { what: did === undefined ? child : `${did} ${child}`, paths };
}

/** Joins a reconcile that wrote nothing with the last one if that is of the same object and wrote nothing, either. */
function addEnded(ended: readonly Reconcile[], run: Reconcile): readonly Reconcile[] {
  const last = ended.at(-1);
  const isEqual =
    last !== undefined &&
    identify(last) === identify(run) &&
    last.error === run.error &&
    last.writes.length + run.writes.length === 0;
  return isEqual ? ended.with(-1, { ...run, times: last.times + 1 }) : [...ended, run].slice(-endedAtMost);
}

const failures = new Set(['reconcile failed', 'reconcile failed again', 'not ready', 'cannot apply the desired state']);

function isFailure({ msg }: LogLine): boolean {
  return failures.has(msg);
}

/** Whether a line repeats the object's last error. Such a line lacks the details, so the model retains the earlier error. */
function isAgain({ msg }: LogLine): boolean {
  return msg === 'reconcile failed again';
}

function describeFailure(line: LogLine): string {
  const { err } = line;
  const { type, message } = (err ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof message === 'string') return type === 'OperatorError' ? message : `${String(type)}: ${message}`;
  return [getText(line, 'reason'), getText(line, 'detail')].filter((text) => text !== '').join(': ');
}

/** Identifies an object by its controller and its key, because objects of several kinds may have the same key. */
function identify({ controller, object }: Pick<Reconcile, 'controller' | 'object'>): string {
  return `${controller} ${object}`;
}

function identifyObject(line: LogLine): string {
  return identify({ controller: getText(line, 'controller'), object: getText(line, 'object') });
}

/** A controller's name has no colon. */
const watches = 'watch: ';

/** What has an error that a later line may solve: an object, or the watch of a kind. */
function identifyProblem(line: LogLine): string | undefined {
  if (isFailure(line)) return identifyObject(line);
  return line.msg === 'watch failed, retrying' ? `${watches}${getText(line, 'kind')}` : undefined;
}

function updateErrors(errors: Model['errors'], line: LogLine): Model['errors'] {
  const id = identifyProblem(line);
  if (id !== undefined && isAgain(line) && errors.has(id)) return errors;
  if (id !== undefined) return new Map(errors).set(id, describeFailure(line));
  const isSolved = findSolved(line);
  return isSolved === undefined ? errors : new Map([...errors].filter(([each]) => !isSolved(each)));
}

function findSolved(line: LogLine): ((problem: string) => boolean) | undefined {
  const id = identifyObject(line);
  switch (line.msg) {
    case 'reconciled':
      return line['result'] === 'error' ? undefined : (problem) => problem === id;
    // It reports again what is still wrong.
    case 'controller started':
      return (problem) => problem.startsWith(id);
    case 'caches are warm':
      return (problem) => problem.startsWith(watches);
    default:
      return undefined;
  }
}

/** Whether a log line goes to the scrollback: new errors, warnings, and the author's own log lines. */
function isNews({ errors }: Model, line: LogLine): boolean {
  const id = identifyProblem(line);
  if (id !== undefined) return line.level !== 'debug' && isNewError(errors.get(id), line);
  if (line.level === 'warn' || line.level === 'error') return true;
  const isOfAuthor = 'reconcileId' in line || 'trigger' in line;
  return line.level === 'info' && isOfAuthor && !shown.has(line.msg);
}

function isNewError(known: string | undefined, line: LogLine): boolean {
  return isAgain(line) ? known === undefined : known !== describeFailure(line);
}

function toNotice(line: LogLine): Notice {
  const { err } = line;
  const stack = (err as { readonly stack?: unknown } | undefined)?.stack;
  const details = [getText(line, 'reason'), getText(line, 'note')].filter((text) => text !== '').join(' ');
  const problem = identifyProblem(line);
  const described = err !== undefined || isFailure(line) ? describeFailure(line) : details;
  return {
    ...{ level: line.level, time: getText(line, 'time'), object: getText(line, 'object') },
    text: described === '' ? line.msg : `${line.msg}: ${described}`,
    ...(typeof stack === 'string' && { stack }),
    ...(problem !== undefined && { problem }),
  };
}

function getText(line: LogLine, name: string): string {
  const value = line[name];
  return typeof value === 'string' ? value : '';
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Parses a log line; `undefined` if the text is other output. */
export function parseLine(text: string): LogLine | undefined {
  if (!text.startsWith('{"level":')) return undefined;
  try {
    const line = JSON.parse(text) as LogLine;
    return typeof line.level === 'string' && typeof line.msg === 'string' ? line : undefined;
  } catch {
    return undefined;
  }
}
