import { conditionOf, type WithConditions } from '../../support/conditions.ts';
import type { Attack } from './attack.ts';
import type { Answer } from './send.ts';
import { isAbout, namesOneOf, saysWhatIsAllowed } from './words.ts';

/** How an attack ended. */
export type End =
  | { readonly end: 'refused' | 'ready' | 'collected' }
  | { readonly end: 'ofCluster' | 'invalid'; readonly reason: string }
  | { readonly end: 'fault'; readonly fault: string };

const fault = (text: string): End => ({ end: 'fault', fault: text });

/** Pure: how an attack ended, of an answer and of what is stored now. */
export function endOf(answer: Answer, stored: WithConditions | undefined): End {
  if (answer.status >= 400) return refusal(answer);
  if (answer.attack.collected === true) return stored === undefined ? { end: 'collected' } : fault('it is still there');
  if (stored === undefined) return fault('it no longer exists');
  return stateOf(answer, stored);
}

/** Too large is said of the whole; everything else names what it is about. */
function refusal({ status, message, attack }: Answer): End {
  if (status === 413 || /request is too large/.test(message)) return { end: 'refused' };
  if (status >= 500) return fault(`the API server failed: ${String(status)} ${message}`);
  return namesOneOf(message, attack.names) ? { end: 'refused' } : fault(`it is refused without its place: ${message}`);
}

function stateOf({ victim, attack, body }: Answer, stored: WithConditions): End {
  const condition = conditionOf(stored, 'Ready');
  if (condition === undefined) return fault('nothing is said of its newest generation');
  const { status, reason, message } = condition;
  if (status === 'True') return { end: 'ready' };
  const text = `Ready=${status} ${reason}: ${message}`;
  if (message.trim() === '') return fault(`nothing is said: ${text}`);
  if (reason === 'Invalid')
    return helps(message, attack) ? { end: 'invalid', reason } : fault(`that does not help: ${text}`);
  const waits = stored.metadata.name.startsWith('giant-') && reason === 'RollingOut';
  return waits || victim.ofCluster.includes(reason)
    ? { end: 'ofCluster', reason }
    : fault(`${text} ${JSON.stringify(body).slice(0, 200)}`);
}

/** A condition has room for so much; the API server repeats a longer value before it says what is wrong with it. */
const longest = 32_768;

/** Whether words lead to the field that was attacked, and to what it may be. */
function helps(message: string, { names }: Attack): boolean {
  return isAbout(message, names) && (message.length >= longest || saysWhatIsAllowed(message));
}
