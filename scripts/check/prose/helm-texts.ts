import { isProse, type Text } from './text.ts';

const string = String.raw`"(?:[^"\\]|\\.)*"`;
const call = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const printed = new RegExp(String.raw`\b(?:fail|print) ((?:${string}|${call}|[$.\w]+| )+)`, 'g');
const value = new RegExp(String.raw`(${string})|${call}|[$.]*([\w.]+)`, 'g');

/** The messages of a Helm template, such as `fail (print "the name " $name " is too long")`, in order. */
export function listHelmTexts(template: string): readonly Text[] {
  return [...template.matchAll(printed)].flatMap(({ 1: values = '', index }): Text[] => {
    const text = [...values.matchAll(value)].map(formatValue).join('');
    return isProse(text) ? [{ kind: 'message', line: template.slice(0, index).split('\n').length, text }] : [];
  });
}

function formatValue([, literal, name = '…']: RegExpMatchArray): string {
  return literal === undefined ? `{${name}}` : (JSON.parse(literal) as string);
}
