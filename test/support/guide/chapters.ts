import { fromRegistry } from '../../../cli/src/init/packages.ts';
import { renderProject } from '../../../cli/src/init/render-project.ts';
import { isChapter } from '../../../scripts/check/docs.ts';
import { listRepositoryFiles, readRepositoryText } from '../../../scripts/files.ts';
import { type Files, followPage } from './follow-page.ts';
import { type Block, parsePage } from './page.ts';

/** A chapter of the guide. */
export interface Chapter {
  /** The path of the page from the repository's root. */
  readonly page: string;
  readonly blocks: readonly Block[];
  /** The project's files at the begin of the chapter. */
  readonly before: Files;
  /** The project's files at the end of the chapter. */
  readonly after: Files;
}

/** The folder of the guide's project, as at the end of its last chapter. */
export const projectFolder = 'guide/previews/';

/** Reads the chapters of the guide, in order. */
export async function readChapters(): Promise<readonly Chapter[]> {
  const files = await listRepositoryFiles();
  const chapters: Chapter[] = [];
  for (const page of files.filter(isChapter).sort()) {
    const blocks = parsePage(readRepositoryText(page));
    const before = chapters.at(-1)?.after ?? renderNewProject();
    chapters.push({ page, blocks, before, after: followPage(before, blocks) });
  }
  return chapters;
}

/** Renders the files that `npm create kubewright previews` writes. */
function renderNewProject(): Files {
  return renderProject({ operator: 'previews', kind: 'Preview', group: 'example.com' }, fromRegistry('0.1.0'));
}
