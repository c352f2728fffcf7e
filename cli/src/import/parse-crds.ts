import { parseAllDocuments } from 'yaml';

import { CommandError, getMessage } from '../report-error.ts';
import { type Crd, type Manifest, normalizeCrd } from './structural.ts';

/**
 * The CRDs in a text of YAML or JSON, which may have several documents, and other objects.
 *
 * @param source its name in errors
 */
export function parseCrds(text: string, source: string): readonly Crd[] {
  const objects = parseDocuments(text, source).flatMap(listItems);
  const crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  if (crds.length === 0) {
    const kinds = [...new Set(objects.map(({ kind }) => String(kind)))].join(', ') || 'nothing';
    throw new CommandError(`import ${source}`, `it has no CustomResourceDefinition, but ${kinds}`);
  }
  return crds.map((crd) => normalizeCrd(crd, source));
}

function parseDocuments(text: string, source: string): readonly Manifest[] {
  const parsed = parseAllDocuments(text);
  const documents = Array.isArray(parsed) ? parsed : [];
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error !== undefined) {
    const hint = /\{\{/.test(text)
      ? 'it is a Helm template: render the chart with `helm template --include-crds`, and import the result'
      : `it is not valid YAML: ${error.message.split('\n')[0] ?? ''}`;
    throw new CommandError(`import ${source}`, hint, error);
  }
  try {
    return documents.map((document) => document.toJS() as unknown).filter(isManifest);
  } catch (cause) {
    // Aliases are resolved here.
    throw new CommandError(`import ${source}`, `it is not valid YAML: ${getMessage(cause)}`, cause);
  }
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** kubectl prints several objects as a `List`. */
function listItems(object: Manifest): readonly Manifest[] {
  const { kind, items } = object;
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)
    ? items.filter(isManifest)
    : [object];
}
