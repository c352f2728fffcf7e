import { crdFiles } from './crds.ts';
import { type DeclarationInput, declarationOf } from './declaration.ts';

/** What is generated from an operator's declarations, as path → text relative to its project: CRDs and `declaration.json`. */
export function projectFiles(input: DeclarationInput): ReadonlyMap<string, string> {
  const declaration = `${JSON.stringify(declarationOf(input), undefined, 2)}\n`;
  return new Map([...crdFiles(input.controllers.map(({ api }) => api)), ['declaration.json', declaration]]);
}
