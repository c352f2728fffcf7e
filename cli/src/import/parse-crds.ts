import { parseAllDocuments } from 'yaml';

import { CommandError, getMessage } from '../report-error.ts';
import { type Crd, type Manifest, normalizeCrd } from './structural.ts';

/**
 * Parses the CRDs in YAML or JSON text with one or more documents. Ignores other objects.
 * @param source name of the source in errors
 */
export function parseCrds(text: string, source: string): readonly Crd[] {
  const objects = parseDocuments(text, source).flatMap(listItems);
  const crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  if (crds.length === 0) {
    const kinds = [...new Set(objects.map(({ kind }) => String(kind)))].join(', ') || 'nothing';
    throw new CommandError(`import ${source}`, `the source contains no CustomResourceDefinition, but ${kinds}`);
  }
  return crds.map((crd) => normalizeCrd(crd, source));
}

function parseDocuments(text: string, source: string): readonly Manifest[] {
  const parsed = parseAllDocuments(text);
  const documents = Array.isArray(parsed) ? parsed : [];
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error !== undefined) {
    const hint = /\{\{/.test(text)
      ? 'the source is a Helm template: render the chart with `helm template --include-crds`, and import the result'
      : `the source is not valid YAML: ${error.message.split('\n')[0] ?? ''}`;
    throw new CommandError(`import ${source}`, hint, error);
  }
  try {
    return documents.map((document) => document.toJS() as unknown).filter(isManifest);
  } catch (cause) {
    // Converting a document resolves its aliases, which fails for an alias without an anchor.
    throw new CommandError(`import ${source}`, `the source is not valid YAML: ${getMessage(cause)}`, cause);
  }
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the items of a `List`, in which kubectl prints several objects. */
function listItems(object: Manifest): readonly Manifest[] {
  const { kind, items } = object;
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)
    ? items.filter(isManifest)
    : [object];
}
