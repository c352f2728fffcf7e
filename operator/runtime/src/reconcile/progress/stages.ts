import { OperatorError } from '../../base/index.ts';
import { type Action, checkAgain, condition, type ConditionInput } from '../declare/index.ts';

/** What a stage is made of. */
export interface StageParts {
  /**
   * Brings the stage about (applies its children) and says whether it is ready. Called in every reconcile that gets so
   * far, also after it was ready: what it applies is kept up to date while a later stage waits.
   */
  readonly ready: () => Promise<boolean>;
  /**
   * Takes the stage away when the resource is deleted, and says whether it is deleted: what `delete` of a handle returns.
   * May be called again after it was. @default - the garbage collector takes it, in no order
   */
  readonly gone?: () => Promise<boolean>;
}

/** One step of several that depend on each other. */
export interface Stage extends StageParts {
  readonly name: string;
}

/** How far the stages have come. */
export interface StageProgress {
  /** For the status: True once all are ready; else it names the stage that is waited for. */
  readonly ready: ConditionInput;
  /** The name of the stage that is waited for; `undefined` once all are ready. */
  readonly waitsFor: string | undefined;
}

/**
 * Names a step.
 *
 * Errors: `DECLARATION_INVALID` if the name is not CamelCase.
 *
 * @param name in CamelCase: it becomes a part of the reason of `Ready`
 */
export function stage(name: string, parts: StageParts): Stage {
  if (/^[A-Z][A-Za-z0-9]{0,99}$/.test(name)) return { name, ...parts };
  const hint = 'name it in CamelCase, as a reason is: Database';
  throw new OperatorError('DECLARATION_INVALID', `define the stage ${name}`, { hint });
}

/**
 * Brings stages about in their order: each only once all before it are ready. Nothing waits here: what is not ready ends
 * the walk, and the change that makes it ready starts the next reconcile.
 *
 * Guarantees: a stage is not begun before those in front of it are ready in this very run; those in front are kept up to date.
 * Errors: what a stage throws, at once; `DECLARATION_INVALID` if two have one name.
 */
export async function inOrder(stages: readonly Stage[]): Promise<StageProgress> {
  refuseDoubles(stages);
  for (const { name, ready } of stages) if (!(await ready())) return waitingFor(name);
  const all = { reason: 'Ready', message: 'All stages are ready.' };
  return { ready: condition('Ready', true, all), waitsFor: undefined };
}

/**
 * Takes stages away in the reverse of their order: each only once all behind it are gone. For `cleanUp` of a finalizer,
 * which returns what this returns.
 *
 * Errors: as `inOrder`.
 *
 * @returns nothing once all are gone; an action while one is on its way out
 */
export async function inReverse(stages: readonly Stage[]): Promise<Action | undefined> {
  refuseDoubles(stages);
  for (const { gone } of stages.toReversed()) if (gone !== undefined && !(await gone())) return checkAgain(lookAgainMs);
  return undefined;
}

/** The end of a child starts the next run; the end of anything else in a stage is no event. */
const lookAgainMs = 30_000;

function waitingFor(name: string): StageProgress {
  const ready = condition('Ready', false, { reason: `WaitingFor${name}`, message: `${name} is not ready yet.` });
  return { ready, waitsFor: name };
}

/** The status could not say which of the two is meant. */
function refuseDoubles(stages: readonly Stage[]): void {
  const names = stages.map(({ name }) => name);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double === undefined) return;
  const hint = 'two stages have this name; give each its own';
  throw new OperatorError('DECLARATION_INVALID', `go through the stage ${double}`, { hint });
}
