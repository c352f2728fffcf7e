import { listMarkdownTexts } from './markdown-texts.ts';
import { listTypeScriptTexts } from './typescript-texts.ts';
import { isProse, type Text } from './rules.ts';

const helmTemplate = /^infra\/helm\/templates\/.+\.(?:tpl|yaml)$/;
const test = /\.(?:test(?:-d)?|suite|contract)\.ts$|^test\/|\/fixtures\//;
/**
 * Files that are not checked: generated ones, because their sources are checked, and pages with measurements or
 * screens.
 */
const excluded =
  /\/generated\/|\/reference\/api-|^imports\/|^infra\/src\/options\/types\.ts$|\/results\/|^test\/ids\.md$|\/screens\.md$|^CHANGELOG\.md$/;

/** Whether `listTexts` can read the file, and we wrote it. */
export function hasTexts(file: string): boolean {
  return (/\.(?:md|m?ts|js)$/.test(file) || helmTemplate.test(file)) && !excluded.test(file);
}

/** Returns the prose of a file, in order. Strings in tests are data, except for the titles of tests. */
export function listTexts(file: string, source: string): readonly Text[] {
  if (file.endsWith('.md')) return listMarkdownTexts(source);
  if (helmTemplate.test(file)) return listHelmTexts(source);
  return listTypeScriptTexts(source).filter(({ kind }) => kind !== 'message' || !test.test(file));
}

const string = String.raw`"(?:[^"\\]|\\.)*"`;
const call = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const printed = new RegExp(String.raw`\b(?:fail|print) ((?:${string}|${call}|[$.\w]+| )+)`, 'g');
const value = new RegExp(String.raw`(${string})|${call}|[$.]*([\w.]+)`, 'g');

/** Returns the messages of a Helm template, such as `fail (print "the name " $name " is too long")`, in order. */
function listHelmTexts(template: string): readonly Text[] {
  return [...template.matchAll(printed)].flatMap(({ 1: values = '', index }): Text[] => {
    const text = [...values.matchAll(value)].map(formatValue).join('');
    return isProse(text) ? [{ kind: 'message', line: template.slice(0, index).split('\n').length, text }] : [];
  });
}

function formatValue([, literal, name = '…']: RegExpMatchArray): string {
  return literal === undefined ? `{${name}}` : (JSON.parse(literal) as string);
}
