/** `npm run check -- prose`: checks that pages, comments and messages use plain English and the words of Kubernetes. */
import { listRepositoryFiles, readRepositoryText } from '../../files.ts';
import { findProblems } from './rules.ts';
import { hasTexts, listTexts } from './list-texts.ts';

const files = (await listRepositoryFiles()).filter(hasTexts);
const problems = files.flatMap((file) =>
  listTexts(file, readRepositoryText(file)).flatMap((text) =>
    findProblems(text).map((problem) => `${file}:${String(text.line)} ${text.kind}: ${problem}`),
  ),
);
if (problems.length > 0) console.log(problems.join('\n'));
process.exitCode = problems.length > 0 ? 1 : 0;
