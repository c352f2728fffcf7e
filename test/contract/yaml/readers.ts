import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { Yaml } from 'cdk8s';
import { parseAllDocuments } from 'yaml';

import type { Kubectl } from '../../e2e/support/kubectl.ts';

/** Reads the documents of a YAML text. */
export type Reader = (text: string) => Promise<readonly unknown[]>;

/** The YAML readers of our users: kubectl (written in Go), cdk8s (YAML 1.1) and the package `yaml` (YAML 1.2). */
export function createReaders(kubectl: Kubectl): Readonly<Record<'kubectl' | 'cdk8s' | 'yaml', Reader>> {
  return {
    // `--local` makes kubectl print its input without a server.
    kubectl: async (text) => {
      const args = ['annotate', '--local', '--dry-run=client', '-o', 'json', '-f', '-', 'read=back'];
      return removeNote(
        JSON.parse(`[${(await kubectl(args, { input: text })).replaceAll(/^}\n\{/gm, '},{')}]`) as Annotated[],
      );
    },
    cdk8s: (text) => withFile(text, (file) => Yaml.load(file) as unknown[]),
    yaml: async (text) =>
      parseAllDocuments(text).map((document) => {
        for (const error of document.errors) throw error;
        return document.toJSON() as unknown;
      }),
  };
}

interface Annotated {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
}

function removeNote(documents: readonly Annotated[]): readonly unknown[] {
  return documents.map(({ metadata, ...rest }) => {
    const { annotations, ...named } = metadata;
    const others = Object.entries(annotations).filter(([name]) => name !== 'read');
    return { ...rest, metadata: { ...named, ...(others.length > 0 && { annotations: Object.fromEntries(others) }) } };
  });
}

async function withFile<T>(text: string, read: (file: string) => T): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'yaml-'));
  try {
    const file = path.join(folder, 'a.yaml');
    await writeFile(file, text);
    return read(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
