import { listHelmTexts } from './helm-texts.ts';
import { listMarkdownTexts } from './markdown-texts.ts';
import { listTypeScriptTexts } from './typescript-texts.ts';
import type { Text } from './text.ts';

const helmTemplate = /^infra\/helm\/templates\/.+\.(?:tpl|yaml)$/;
const test = /\.(?:test(?:-d)?|suite|contract)\.ts$|^test\/|\/fixtures\//;
/** Generated files, whose sources are checked instead, and pages with measurements or screens. */
const excluded =
  /\/generated\/|\/reference\/api-|^imports\/|^infra\/src\/options\/types\.ts$|\/results\/|^test\/ids\.md$|\/screens\.md$|^CHANGELOG\.md$/;

/** Whether `listTexts` can read the file, and we wrote it. */
export function hasTexts(file: string): boolean {
  return (/\.(?:md|m?ts|js)$/.test(file) || helmTemplate.test(file)) && !excluded.test(file);
}

/** The prose of a file, in order. Strings in tests are data, except for titles. */
export function listTexts(file: string, source: string): readonly Text[] {
  if (file.endsWith('.md')) return listMarkdownTexts(source);
  if (helmTemplate.test(file)) return listHelmTexts(source);
  return listTypeScriptTexts(source).filter(({ kind }) => kind !== 'message' || !test.test(file));
}
