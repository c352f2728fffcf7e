import ts from 'typescript';

import { calleeOf } from './title-forms.ts';

/** A word that we no longer use, in all its forms, and the words of the field that took its place. */
export interface BannedWord {
  /** Lower case, with spaces: `held back` is also in `HeldBack` and in `held-back`. */
  readonly forms: readonly string[];
  readonly instead: string;
  /** Files that may not use it: elsewhere it is the right word for something. @default - all files */
  readonly only?: RegExp;
  /** Files that may use it. @default - none */
  readonly except?: RegExp;
}

/** Elsewhere a dog has its feed, and Echo is a kind. */
const runtime = /^operator\/runtime\/src\//;
/** The types of Kubernetes come with its comments; what a reconcile says of itself has words of its own. */
const ownWords = /\/(kinds|reconcile)\//;

/** operator/docs/glossary.md explains the words that we use. */
export const bannedWords: readonly BannedWord[] = [
  { forms: ['feed', 'feeds'], instead: 'watch progress', only: runtime },
  { forms: ['held back', 'holds back'], instead: 'deferred events', only: runtime },
  { forms: ['bury', 'buried', 'unbury', 'grave', 'graves'], instead: 'tombstone' },
  { forms: ['echo'], instead: 'own write', only: runtime },
  { forms: ['cache rows'], instead: 'indexer' },
  { forms: ['stranger', 'strangers'], instead: 'unowned object' },
  { forms: ['puts right', 'put right', 'brings in line', 'bring in line'], instead: 'update, repair' },
  { forms: ['in line'], instead: 'up to date', only: runtime },
  { forms: ['let go', 'lets go'], instead: 'remove the finalizer', only: runtime },
  { forms: ['left behind', 'leave behind', 'leaves behind'], instead: 'abandoned', only: runtime },
  { forms: ['patience'], instead: 'timeout' },
  { forms: ['look at all', 'looks at all'], instead: 'resync', only: runtime },
  { forms: ['own doings'], instead: 'own writes' },
  { forms: ['keyed work queue'], instead: 'work queue' },
  { forms: ['told', 'untold'], instead: 'notified, emitted, reported, logged', except: /\/kinds\// },
  {
    forms: ['tell', 'tells', 'telling', 'teller'],
    instead: 'notify, emit, report, log',
    only: runtime,
    except: ownWords,
  },
  { forms: ['tools', 'make tools'], instead: 'injected', only: runtime, except: ownWords },
  { forms: ['goes unseen', 'unseen end', 'unseen child'], instead: 'terminating, unwatched' },
];

/** The banned words in the name of a file. */
export function bannedInName(file: string): string[] {
  return bannedIn(file, file);
}

/** The banned words in identifiers, comments and titles of tests, and the line where each stands. Other strings are free. */
export function bannedInSource(text: string, file = ''): string[] {
  // Most files hold none, and then nothing is parsed.
  if (bannedIn(text, file).length === 0) return [];
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  return [...places(source)].flatMap(([start, end]) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    return bannedIn(text.slice(start, end), file).map((problem) => `line ${line}: ${problem}`);
  });
}

/** Where each identifier, each comment and each title of a test starts and ends. */
function places(source: ts.SourceFile): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0) for (const { pos, end } of commentsBefore(source.text, node)) found.set(pos, end);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.set(node.getStart(source), node.end);
    const title = titleOf(node);
    if (title !== undefined) found.set(title.getStart(source), title.end);
    children.forEach(visit);
  };
  visit(source);
  return found;
}

/** What a test or a group is called, a template included. */
function titleOf(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !/^(?:describe|it|test)\b/.test(calleeOf(node.expression))) return undefined;
  const [title] = node.arguments;
  return title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}

/** The comments between a token and the one before it. */
function commentsBefore(text: string, { pos }: ts.Node): readonly ts.CommentRange[] {
  return [...(ts.getTrailingCommentRanges(text, pos) ?? []), ...(ts.getLeadingCommentRanges(text, pos) ?? [])];
}

function bannedIn(text: string, file: string): string[] {
  const plain = ` ${inWords(text)} `;
  return bannedWords
    .filter(({ only, except }) => only?.test(file) !== false && except?.test(file) !== true)
    .flatMap(({ forms, instead }) =>
      forms.filter((form) => plain.includes(` ${form} `)).map((form) => `"${form}" is "${instead}" here`),
    );
}

/** `#heldBack`, `HeldBack` and `held-back` all read "held back". */
function inWords(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim();
}
