import type { EngineEvent } from '@pulumi/pulumi/automation';

import { DeployError } from './deploy-error.ts';
import { adviceFor } from './explain.ts';
import { heldBy, objectOf, type ReleasedObject } from './held.ts';
import type { Kubectl } from './kubectl.ts';

/** Collects what the engine reports as failed, to say it plainly at the end. */
export class Failures {
  readonly #messages = new Map<string, string[]>();

  readonly onEvent = ({ diagnosticEvent }: EngineEvent): void => {
    if (diagnosticEvent?.severity !== 'error') return;
    const { urn = '', message } = diagnosticEvent;
    this.#messages.set(urn, [...(this.#messages.get(urn) ?? []), plain(message)]);
  };

  /** The error for people: each object with its reason, what holds it, and what to do. */
  async toError(what: string, kubectl: Kubectl, cause: unknown): Promise<DeployError> {
    const objects = [...this.#messages].filter(([urn]) => objectOf(urn) !== undefined);
    const shown = objects.length > 0 ? objects : [...this.#messages];
    const parts = await Promise.all(shown.map(([urn, messages]) => partOf(kubectl, urn, messages)));
    const reasons = parts.length > 0 ? parts : [causeOf(cause)];
    return new DeployError([`failed to ${what}:`, ...new Set(reasons)].join('\n'), { cause });
  }
}

async function partOf(kubectl: Kubectl, urn: string, messages: readonly string[]): Promise<string> {
  const object = objectOf(urn);
  const text = [...new Set(messages)].join('\n  ');
  const held = object === undefined ? [] : await heldBy(kubectl, object);
  const advice = held.length > 0 ? finalizerAdvice : adviceFor(text);
  const lines = [
    `- ${object === undefined ? '' : `${addressOf(object)}: `}${text}`,
    ...held.map((each) => `  ${each}`),
  ];
  return [...lines, ...(advice === undefined ? [] : [`  ${advice}`])].join('\n');
}

const finalizerAdvice =
  'A finalizer is removed by its controller, which must run: deploy again, delete these resources, and then destroy.';

function addressOf({ kind, namespace, name }: ReleasedObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Without the marks of colours, and without the stack of a program that throws. */
function plain(message: string): string {
  const lines = message.replaceAll(/<\{%[^%]*%\}>/g, '').split('\n');
  const text = lines.filter((line) => !/^\s+at /.test(line)).join('\n');
  return text.replace(/^Unhandled exception: (\w*Error: )?/, '').trim();
}

/** Of an error of the Automation API the lines of the engine that say `error`, not its whole output. */
function causeOf(cause: unknown): string {
  const { message } = cause as Error;
  const errors = message.split('\n').filter((line) => /^\s*error:/.test(line));
  const text = (errors.length > 0 ? errors.map((line) => line.trim()) : [message]).join('\n  ');
  const advice = adviceFor(message);
  return `- ${text}${advice === undefined ? '' : `\n  ${advice}`}`;
}
