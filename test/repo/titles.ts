import ts from 'typescript';

import { calleeOf, isSwitchedOff, tableTitles, titlesOf } from './title-forms.ts';

/** A test that runs, by what is written where it stands. */
export interface RunningTest {
  /** Its title, with the `${…}` of a template as it stands; of a table whose rows are called so, that of a row. */
  readonly title: string;
  /** The titles of the groups around it. */
  readonly groups: readonly string[];
}

const aTest = /^(?:it|test)(?:\.(?:each|for|concurrent|sequential))*$/;
const aGroup = /^describe(?:\.(?:each|for|concurrent|sequential))*$/;

/**
 * The tests that a file runs. What runs none is left out: `it.skip`, `it.todo`, `it.skipIf` and the like, a group and
 * what is in one that is skipped, other strings, and comments.
 */
export function runningTests(text: string): readonly RunningTest[] {
  const source = parsed(text);
  const tests: RunningTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, groups));
    if (isSwitchedOff(node)) return;
    const callee = calleeOf(node.expression);
    const titles = aTest.test(callee) || aGroup.test(callee) ? titlesOf(node, source) : [];
    if (aTest.test(callee)) tests.push(...titles.map((title) => ({ title, groups })));
    const around = aGroup.test(callee) ? [...groups, ...titles] : groups;
    ts.forEachChild(node, (child) => visit(child, around));
  };
  visit(source, []);
  return tests;
}

/** Whether a file runs a test that is called so. */
export function runsTest(text: string, title: string): boolean {
  return runningTests(text).some((test) => test.title === title);
}

/** Whether a file that only holds the cases of a test elsewhere has one that is called so: `{ title: '…' }`. */
export function hasCase(text: string, title: string): boolean {
  const source = parsed(text);
  const isIn = (node: ts.Node): boolean =>
    (ts.isObjectLiteralExpression(node) && tableTitles(node, 'title').includes(title)) ||
    (ts.forEachChild(node, (child) => isIn(child) || undefined) ?? false);
  return isIn(source);
}

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
}
