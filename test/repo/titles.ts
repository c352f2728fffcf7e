import ts from 'typescript';

import { calleeOf, idsAbove, isSwitchedOff, rowTitles, type Titled, titlesOf } from './title-forms.ts';

/**
 * A test that runs. A template as its title contains `${…}` as written; for a placeholder alone as its title, there is
 * one test for each row of the table.
 */
export interface RunningTest extends Titled {
  /** The titles of the groups around it. */
  readonly groups: readonly string[];
}

/** Tests by the text of their file: many mutants and cases refer to the same file, and parsing is slow. */
const known = new Map<string, readonly RunningTest[]>();

const aTest = /^(?:it|test)(?:\.(?:each|for|concurrent|sequential))*$/;
const aGroup = /^describe(?:\.(?:each|for|concurrent|sequential))*$/;

/**
 * The tests that a file runs, without `it.skip`, `it.todo`, `it.skipIf` and the like, tests in skipped groups, and
 * tests in comments.
 */
export function runningTests(text: string): readonly RunningTest[] {
  const tests = known.get(text) ?? readTests(parsed(text));
  known.set(text, tests);
  return tests;
}

function readTests(source: ts.SourceFile): readonly RunningTest[] {
  const tests: RunningTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, groups));
    if (isSwitchedOff(node)) return;
    const callee = calleeOf(node.expression);
    const titles = aTest.test(callee) || aGroup.test(callee) ? titlesOf(node, source) : [];
    if (aTest.test(callee)) tests.push(...titles.map((titled) => ({ ...titled, groups })));
    const around = aGroup.test(callee) ? [...groups, ...titles.map(({ title }) => title)] : groups;
    ts.forEachChild(node, (child) => visit(child, around));
  };
  visit(source, []);
  return tests;
}

/** The cases of a contract, `{ title: '…' }`, whose tests another file runs. */
export function casesIn(text: string): readonly Titled[] {
  const source = parsed(text);
  const cases: Titled[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      cases.push(...rowTitles(node, 'title').map((title) => ({ title, ids: idsAbove(node, source) })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return cases;
}

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
}
