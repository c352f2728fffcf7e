import { type Environment, environmentGroup, validateValue } from '../options/index.ts';

import { readYamlFile } from '../yaml/read-file.ts';

/**
 * Reads an environment from a YAML or JSON file.
 *
 * Throws with the file and all invalid fields if it is unreadable or not an environment. The synth checks it against
 * the declaration.
 */
export function loadEnvironment(file: string): Environment {
  const documents = readYamlFile(file, 'a file of an environment, in YAML or JSON');
  if (documents.length !== 1)
    throw new Error(`failed to read ${file}: it must have one document, but has ${documents.length}`);
  const errors = validateValue(environmentGroup, documents[0]);
  if (errors.length > 0) throw new Error(`failed to read ${file}: ${errors.map(({ text }) => text).join('; ')}`);
  return documents[0] as Environment;
}
