import type { OperatorDeclaration } from '../declaration/index.ts';
import { type ValueText, valueTexts } from './value-texts.ts';

/** Pure: values.yaml, with each value as a comment: what it means, and what holds if it is left out. */
export function valuesFile(declaration: OperatorDeclaration): string {
  const texts = valueTexts(declaration);
  const groups = [...new Set(texts.map(({ path }) => path.split('.')[0] ?? ''))];
  return [
    '# All values are optional. Each is shown with what holds if it is left out; what has nothing there has no default.',
    '# README.md says what each may be.',
    ...groups.flatMap((group) => ['', ...groupLines(texts.filter(({ path }) => path.split('.')[0] === group))]),
    '',
  ].join('\n');
}

function groupLines(texts: readonly ValueText[]): string[] {
  const open: string[] = [];
  return texts.flatMap(({ path, meaning, usual }) => {
    const keys = path.split('.');
    const key = keys.pop() ?? '';
    const parents = keys.flatMap((parent, depth) => {
      const at = [...keys.slice(0, depth), parent].join('.');
      if (open.includes(at)) return [];
      open.push(at);
      return [line(depth, `${parent}:`)];
    });
    open.push(path);
    return [...parents, line(keys.length, `# ${meaning}`), line(keys.length, `${key}: ${usual}`.trim())];
  });
}

function line(depth: number, text: string): string {
  return `# ${'  '.repeat(depth)}${text}`;
}
