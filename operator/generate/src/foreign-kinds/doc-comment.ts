/**
 * The maximum length of a line of text in a comment: 120 columns less an indentation of two, and less ` * ` in a block
 * or `/** *\/` on a single line.
 */
const widest = { block: 120 - 5, line: 120 - 9 };

const sentenceEnd = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|Ex|approx))[.!?](?=\s+[A-Z`"'(*<])/;
const listStart = /\n\s*\n|\n\s*[-*+] |\s[-*+] (?=[A-Z`])|\s*Possible enum values:/;
const link = /[;.]?\s+More info:/;
const deprecation = /(?:^|\s+)Deprecated[.:]\s*/;

/**
 * The doc comment for an OpenAPI description: its first sentence, and `@deprecated` if it describes a deprecation.
 * Empty without a description.
 */
export function renderDocComment(description: string | undefined): string {
  const prose = extractProse(description ?? '');
  const [about = '', deprecated] = prose.split(deprecation, 2);
  const lines = wrap(getFirstSentence(about));
  if (deprecated !== undefined) lines.push(...wrap(`@deprecated ${getFirstSentence(deprecated)}`));
  if (lines.length === 0) return '';
  const [only = ''] = lines;
  if (lines.length === 1 && only.length <= widest.line) return `/** ${only} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

/** The text before the first empty line or list, on one line, with the end of a comment escaped. */
function extractProse(description: string): string {
  const [paragraph = ''] = description.trim().split(listStart, 1);
  return paragraph.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/').trim();
}

function getFirstSentence(text: string): string {
  const end = sentenceEnd.exec(text);
  const [sentence = ''] = (end === null ? text : text.slice(0, end.index + 1)).split(link, 1);
  return sentence.replace(/[\s:;,]+$/, '');
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > widest.block) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
