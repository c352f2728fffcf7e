import { listed } from '../../objects/index.ts';
import type { Reason } from './controller-reasons.ts';

/** The reasons as one clause: `Memcached and WebServer own them; Echo reads them`. */
export function reasonText(reasons: readonly Reason[], pronoun: 'it' | 'them'): string {
  const texts = [...new Set(reasons.map(({ text }) => text))];
  return texts.map((text) => clause(text, reasons, pronoun)).join('; ');
}

function clause(text: string, reasons: readonly Reason[], pronoun: string): string {
  const who = reasons.flatMap((reason) => (reason.text === text && reason.who !== undefined ? [reason.who] : []));
  if (who.length === 0) return text;
  return `${listed([...new Set(who)])} ${who.length === 1 ? singular(text) : text} ${pronoun}`;
}

/** `owns and deletes` for `own and delete`. */
function singular(verbs: string): string {
  return verbs.replaceAll(/\b(own|delete|replace|read|use)\b/g, '$1s');
}
