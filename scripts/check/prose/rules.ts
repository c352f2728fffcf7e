/** A piece of prose: a paragraph, heading or table cell of a page; a comment; a message; or the title of a test. */
export interface Text {
  readonly kind: 'page' | 'comment' | 'message' | 'title';
  /** Number of the line on which the text begins, from 1. */
  readonly line: number;
  /** The text. In messages, values are `{name}`; in other texts, code is `…`. */
  readonly text: string;
}

/** Whether a string is prose: three words or more, and no more code than words. */
export function isProse(text: string): boolean {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  const words = parts.filter((part) => /^["'(`]*\p{L}[\p{L}'’-]*[)"'`,.:;!?…]*$/u.test(part));
  return words.length >= 3 && words.length >= parts.length / 2;
}

/** Words to avoid, and the words that Kubernetes users know instead. */
export interface ForeignWord {
  readonly pattern: RegExp;
  readonly use: string;
  /** Texts that match this may contain the word, because it has another meaning there. @default - none */
  readonly unless?: RegExp;
}

/** Contains only words that have no correct meaning in our texts, because people ignore a rule with false alarms. */
export const foreignWords: readonly ForeignWord[] = [
  {
    pattern: /\b(?:nobody|whoever|whosever|whomever)\b/iu,
    use: 'name the actor: the operator, the API server, you',
    unless: /\buser nobody\b/iu,
  },
  { pattern: /\bwhatever\b/iu, use: 'write "any", "all" or "every"' },
  { pattern: /\brefus(?:e|es|ed|ing|als?)\b/iu, use: 'reject, rejection', unless: /\bconnect|\breset\b/iu },
  { pattern: /\banew\b/iu, use: 'again' },
  { pattern: /\bbut for (?!at\b|which\b)/iu, use: 'except for' },
  { pattern: /\b(?:such that|hence|thereby|thereof|whereby|wherein)\b/iu, use: 'write "so", "so that" or "with"' },
  { pattern: /\bputs? right\b/iu, use: 'correct, repair' },
  { pattern: /\bstand-ins?\b/iu, use: 'fake' },
  { pattern: /\bby (?:which|every|this|what) way\b/iu, use: 'method' },
  { pattern: /\b(?:gets?|got) ready\b/iu, use: 'becomes ready' },
  { pattern: /\btried again\b/iu, use: 'retried' },
  { pattern: /\brooms?\b(?! for\b)/iu, use: 'module, package' },
  { pattern: /\b(?:rights|(?:the|a) right to|needs? a right)\b/iu, use: 'permission' },
  { pattern: /\btrials?\b/iu, use: 'dry run' },
  { pattern: /\b(?:custom resource|released) definitions?\b/u, use: 'CRD' },
  { pattern: /\b(?:is|are) in here\b/iu, use: 'name the place: the repository, the package, the page' },
];

/**
 * Matches negations such as "there is no response", which hides who did not respond, and "is no list", which is not
 * English.
 */
const negation = /\b(?:is|are) (?:no(?! longer\b| more\b| \w+er than\b)|none)\b/u;

const mostWords = 40;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Finds the problems of a text. Ignores code, quotes, paths and URLs. */
export function findProblems({ text }: Text): readonly string[] {
  const prose = text.replaceAll(/`[^`]*`|"[^"]*"|\{[^{}]*\}|\S+\/\S+/g, 'X');
  return [...findForeignWords(prose), ...findNegations(prose), ...findLongSentences(prose)];
}

function findForeignWords(prose: string): readonly string[] {
  return foreignWords.flatMap(({ pattern, use, unless }) => {
    const found = unless?.test(prose) === true ? null : pattern.exec(prose);
    return found === null ? [] : [`"${found[0].trim()}": ${use}`];
  });
}

function findNegations(prose: string): readonly string[] {
  const found = negation.exec(prose);
  return found === null ? [] : [`"${found[0]}": negate a verb, such as "does not have"`];
}

/** Reports sentences that are too long to read once. Semicolons, and line breaks in messages, end a sentence, too. */
function findLongSentences(prose: string): readonly string[] {
  return prose.split(/[;\n]/).flatMap((line) =>
    [...sentences.segment(line)].flatMap(({ segment }) => {
      const count = segment.split(/\s+/u).filter((word) => /\p{Ll}/u.test(word)).length;
      return count <= mostWords ? [] : [`${String(count)} words in one sentence: "${segment.slice(0, 40)}…"`];
    }),
  );
}
