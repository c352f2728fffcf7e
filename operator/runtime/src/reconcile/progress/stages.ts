import { OperatorError, findDuplicate } from '../../base/index.ts';
import { type Action, requeueAfter, condition, type ConditionInput } from '../declare/index.ts';

/** What a stage does. */
export interface StageParts {
  /**
   * Applies the children of the stage and returns whether the stage is ready. Called in every reconcile that reaches
   * the stage, even if it was ready before, so that its children stay up to date while a later stage waits.
   */
  readonly ready: () => Promise<boolean>;
  /**
   * Deletes the children of the stage when the resource is deleted, and returns whether they are gone, as the handle's
   * `delete` does. May be called again afterwards. @default - the garbage collector deletes them, in any order
   */
  readonly delete?: () => Promise<boolean>;
}

/** One of several steps in which each depends on the earlier ones. */
export interface Stage extends StageParts {
  readonly name: string;
}

/** The progress of the stages. */
export interface StageProgress {
  /** The condition for the status: True once all stages are ready; otherwise it names the first stage that is not. */
  readonly ready: ConditionInput;
  /** The name of the first stage that is not ready; `undefined` once all are. */
  readonly waitsFor: string | undefined;
}

/**
 * Creates a stage. Errors: `DECLARATION_INVALID` if the name is not CamelCase.
 * @param name in CamelCase: it becomes a part of the reason of `Ready`
 */
export function stage(name: string, parts: StageParts): Stage {
  if (/^[A-Z][A-Za-z0-9]{0,99}$/.test(name)) return { name, ...parts };
  const hint = 'use CamelCase, because it is part of a reason: Database';
  throw new OperatorError('DECLARATION_INVALID', `define the stage ${name}`, { hint });
}

/**
 * Calls the stages in order, each once all earlier ones are ready. Does not wait: the first stage that is not ready
 * ends the sequence, and the change that makes it ready starts the next reconcile. Guarantees: calls a stage only if
 * the earlier ones are ready in this reconcile; keeps the earlier ones up to date. Errors: those of a stage, at once;
 * `DECLARATION_INVALID` if two stages have the same name.
 */
export async function runInOrder(stages: readonly Stage[]): Promise<StageProgress> {
  rejectDuplicates(stages);
  for (const { name, ready } of stages) if (!(await ready())) return buildWaiting(name);
  const all = { reason: 'Ready', message: 'All stages are ready.' };
  return { ready: condition('Ready', true, all), waitsFor: undefined };
}

/**
 * Deletes stages in reverse order, each once all later ones are gone. Use it in `cleanUp` of a finalizer, and return
 * the result. Errors: those of a stage; `DECLARATION_INVALID` if two stages have the same name.
 * @returns nothing once all are gone; an action while one still terminates
 */
export async function runInReverse(stages: readonly Stage[]): Promise<Action | undefined> {
  rejectDuplicates(stages);
  for (const { delete: deleteChildren } of stages.toReversed()) {
    if (deleteChildren !== undefined && !(await deleteChildren())) return requeueAfter(recheckAfterMs);
  }
  return undefined;
}

/**
 * How soon to check again whether a stage is deleted, in milliseconds: the deletion of anything but a child starts no
 * reconcile.
 */
const recheckAfterMs = 30_000;

function buildWaiting(name: string): StageProgress {
  const ready = condition('Ready', false, { reason: `WaitingFor${name}`, message: `${name} is not ready yet.` });
  return { ready, waitsFor: name };
}

/** Rejects two stages with one name, with which the status would be ambiguous. */
function rejectDuplicates(stages: readonly Stage[]): void {
  const double = findDuplicate(stages.map(({ name }) => name));
  if (double === undefined) return;
  const hint = 'two stages have this name; rename one';
  throw new OperatorError('DECLARATION_INVALID', `run the stage ${double}`, { hint });
}
