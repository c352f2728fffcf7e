import { findCurrentCondition, type WithConditions } from '../../support/conditions.ts';
import type { Attack } from './attack.ts';
import type { Answer } from './send.ts';
import { isAbout, isNamingOne, isSayingWhatIsAllowed } from './words.ts';

/** How an attack ended. `ofCluster` is a problem of the cluster, `fault` a defect of the operator or of a message. */
export type End =
  | { readonly end: 'rejected' | 'ready' | 'collected' }
  | { readonly end: 'ofCluster' | 'invalid'; readonly reason: string }
  | { readonly end: 'fault'; readonly fault: string };

const createFault = (text: string): End => ({ end: 'fault', fault: text });

/** How an attack ended, by the answer of the API server and the object that is now stored. */
export function judgeEnd(answer: Answer, stored: WithConditions | undefined): End {
  if (answer.status >= 400) return judgeRejection(answer);
  if (answer.attack.collected === true)
    return stored === undefined ? { end: 'collected' } : createFault('the object still exists');
  if (stored === undefined) return createFault('the object no longer exists');
  return judgeStored(answer, stored);
}

/** Judges an error response: it has to name the attacked field, unless the whole request is too large. */
function judgeRejection({ status, message, attack }: Answer): End {
  if (status === 413 || /request is too large/.test(message)) return { end: 'rejected' };
  if (status >= 500) return createFault(`the API server failed: ${String(status)} ${message}`);
  return isNamingOne(message, attack.names)
    ? { end: 'rejected' }
    : createFault(`the rejection does not name the field: ${message}`);
}

function judgeStored({ victim, attack, body }: Answer, stored: WithConditions): End {
  const condition = findCurrentCondition(stored, 'Ready');
  if (condition === undefined) return createFault('the object lacks a Ready condition for its newest generation');
  const { status, reason, message } = condition;
  if (status === 'True') return { end: 'ready' };
  const text = `Ready=${status} ${reason}: ${message}`;
  if (message.trim() === '') return createFault(`the message is empty: ${text}`);
  if (reason === 'Invalid')
    return isHelpful(message, attack)
      ? { end: 'invalid', reason }
      : createFault(`the message does not name the field and the allowed values: ${text}`);
  const waits = stored.metadata.name.startsWith('giant-') && reason === 'RollingOut';
  return waits || victim.ofCluster.includes(reason)
    ? { end: 'ofCluster', reason }
    : createFault(`${text} ${JSON.stringify(body).slice(0, 200)}`);
}

/**
 * Maximum length of a condition's message. The API server repeats the value before the error, so the error may be cut
 * off.
 */
const longest = 32_768;

/** Whether a message names the attacked field and the allowed values. */
function isHelpful(message: string, { names }: Attack): boolean {
  return isAbout(message, names) && (message.length >= longest || isSayingWhatIsAllowed(message));
}
