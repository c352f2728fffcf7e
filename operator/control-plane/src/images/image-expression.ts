import { OperatorError } from '@kubewright/runtime/internal/base';
import type { ImageProgram } from './image-program.ts';

/**
 * Builds the regular expression for the images that `match` selects. It means the same in JavaScript and in CEL (RE2),
 * because the API server decides the placement, and this process selects the program.
 *
 * Throws: if RE2 does not support the expression.
 */
export function buildImageExpression(match: ImageProgram['match']): string {
  return typeof match === 'string' ? buildNameExpression(match) : convertRegExp(match);
}

/**
 * Finds the first of `images` that matches `image`; `undefined` if none does, so that its containers do not run as real
 * processes.
 */
export function tryFindProgram(images: readonly ImageProgram[], image: string): ImageProgram | undefined {
  return images.find(({ match }) => toRegExp(match).test(image));
}

function toRegExp(match: ImageProgram['match']): RegExp {
  // A new expression, because `test` of one with the flags `g` or `y` continues at its last position.
  return typeof match === 'string'
    ? new RegExp(buildNameExpression(match))
    : new RegExp(match.source, match.ignoreCase ? 'i' : '');
}

function buildNameExpression(name: string): string {
  const colon = name.indexOf(':', name.lastIndexOf('/') + 1);
  const repository = colon < 0 ? name : name.slice(0, colon);
  const tag = colon < 0 ? '*' : name.slice(colon + 1);
  const tagExpression = tag === '*' ? '(:[^/@]+)?' : `:${toGlobExpression(tag, '[^/@]*')}`;
  return `^${buildRepositoryExpression(repository)}${tagExpression}(@[^/@]+)?$`;
}

/** Builds the expression for a repository. Image names may omit Docker Hub, and `library` for its official images. */
function buildRepositoryExpression(repository: string): string {
  const short = repository.replace(/^(docker\.io\/)(library\/)?/, '');
  const [first = '', ...rest] = short.split('/');
  const registry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (registry) return toGlobExpression(short, '[^:@]*');
  return rest.length > 0
    ? `(docker\\.io/)?${toGlobExpression(short, '[^:@]*')}`
    : `((docker\\.io/)?library/|docker\\.io/)?${toGlobExpression(short, '[^:@]*')}`;
}

function toGlobExpression(text: string, anything: string): string {
  return text
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(anything);
}

function convertRegExp({ source, ignoreCase }: RegExp): string {
  if (/\(\?(<?[=!])|\\[1-9]|\\k</.test(source)) {
    throw new OperatorError('TEST_FAILED', `use the image pattern /${source}/`, {
      hint: 'CEL does not support lookarounds and backreferences; write the pattern without them',
    });
  }
  return ignoreCase ? `(?i)${source}` : source;
}
