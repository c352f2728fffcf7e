import { existsSync } from 'node:fs';
import path from 'node:path';

import { canAsk, confirmOverwrite } from '../init/ask.ts';
import { CommandError } from '../report-error.ts';
import { writeAll } from '../write-all.ts';

/** The files that `kubewright add` creates and edits in a project. */
export interface Plan {
  /** Texts of new files, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
  /** New texts of existing files, by path relative to the project. */
  readonly edits: ReadonlyMap<string, string>;
  /** Lines that the author must add by hand, by the file that the command cannot edit. @default - none */
  readonly byHand?: ReadonlyMap<string, string>;
}

export interface AddFlags {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Writes the files of a plan and prints their paths. Throws before it writes if a new file exists, and at the end if
 * the author must add lines by hand.
 */
export async function writePlan(folder: string, what: string, plan: Plan & AddFlags): Promise<void> {
  const { files, edits, byHand = new Map<string, string>() } = plan;
  await refuseOverwrite(folder, what, { present: [...files.keys()], flags: plan });
  await writeAll(folder, [...files, ...edits]);
  const result = { written: [...files.keys()], edited: [...edits.keys()], byHand: Object.fromEntries(byHand) };
  if (plan.json === true) console.log(JSON.stringify(result));
  else for (const line of describe(result)) console.log(line);
  if (byHand.size === 0) return;
  const lines = [...byHand].map(([file, text]) => `${file}:\n${text.replaceAll(/^/gm, '  ')}`);
  throw new CommandError(
    `complete ${what}`,
    `add these lines by hand, because the command does not support the syntax of the file\n${lines.join('\n')}`,
  );
}

async function refuseOverwrite(
  folder: string,
  what: string,
  { present: files, flags }: { readonly present: readonly string[]; readonly flags: AddFlags },
): Promise<void> {
  const present = files.filter((file) => existsSync(path.join(folder, file)));
  if (present.length === 0 || flags.yes === true) return;
  if (canAsk(flags) && (await confirmOverwrite(present, `add ${what}`))) return;
  throw new CommandError(
    `add ${what}`,
    `${present.join(', ')} already exists: delete it, or pass --yes to overwrite it`,
  );
}

function describe({
  written,
  edited,
}: {
  readonly written: readonly string[];
  readonly edited: readonly string[];
}): string[] {
  return [...written.map((file) => `wrote ${file}`), ...edited.map((file) => `edited ${file}`)];
}
