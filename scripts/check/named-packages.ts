/** An export that a text attributes to a package: `writeProject` of `@kubewright/generate`. */
interface NamedExport {
  readonly name: string;
  readonly of: string;
}

/** Finds the camelCase exports that a text attributes to our packages. */
export function findNamedExports(text: string): readonly NamedExport[] {
  const found = text.matchAll(
    /\b([A-Za-z]+[a-z][A-Z]\w*)`?\s+(?:\* )?of\s+(?:\* )?`?@kubewright\/([a-z-]+(?:\/[a-z-]+)*)/g,
  );
  return [...found].map(([, name = '', of = '']) => ({ name, of }));
}

/** Returns the folders and modules that the comment of an `index.ts` lists: the names before the colon of each line. */
export function listPackages(index: string): readonly string[] {
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\//.exec(index) ?? [];
  const lists = [...comment.matchAll(/^ \* - ((?:`[a-z-]+\/?`(?:, | and )?)+):/gm)].map(([, list = '']) => list);
  return lists.flatMap((list) => [...list.matchAll(/`([a-z-]+\/?)`/g)].map(([, name = '']) => name));
}
