/** Matches the heading of an object in the output of `kubectl diff`. */
export const heading = /^diff (?:-\S+ )+\S*\/(\S+) \S+\n/;
const label = /^[-+] +(?:app\.kubernetes\.io\/version|helm\.sh\/chart): (.*)$/;

/**
 * Pure: replaces the parts of objects of which only the version label changes by one line, because a new version of the
 * operator changes that label of every object. Output of other diff programs is returned as it is.
 */
export function collapseLabels(printed: string): string {
  const parts = printed.split(/^(?=diff )/m);
  const labelled = parts.filter(isLabel);
  const [first] = labelled;
  if (first === undefined || labelled.length === 1) return printed;
  const names = labelled.map((each) => heading.exec(each)?.[1] ?? '');
  const [before, after] = ['-', '+'].map((sign) => listChanges(first).find((line) => line.startsWith(sign)) ?? '');
  const step = `${readLabel(before)} -> ${readLabel(after)}`;
  const line = `${String(labelled.length)} objects: only the version label changes, ${step}: ${names.join(', ')}\n`;
  return parts.filter((each) => !isLabel(each)).join('') + line;
}

function isLabel(text: string): boolean {
  const changes = listChanges(text);
  return heading.test(text) && changes.length > 0 && changes.every((line) => label.test(line));
}

function listChanges(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^[-+](?!--|\+\+)/.test(line));
}

function readLabel(line: string | undefined): string {
  return label.exec(line ?? '')?.[1] ?? 'none';
}
