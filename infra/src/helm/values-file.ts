import { deployed, imageReference } from '../plan/index.ts';
import type { DeclaredSetting, OperatorDeclaration } from '../declaration/index.ts';

/**
 * Pure: values.yaml of an operator: the one in `infra/helm`, without the values for what the operator does not declare, and with
 * its image, its controllers and its settings.
 */
export function valuesFile(source: string, declaration: OperatorDeclaration): string {
  const names = declaration.controllers.map(({ name }) => name).join(', ');
  return withoutUndeclared(source, declaration)
    .replace('repository: ""', `repository: ${publishedRepository(declaration) ?? '""'}`)
    .replace('of CONTROLLERS.', `of ${names}.`)
    .replace('settings: {}\n', `settings: {}\n${settable(declaration).map(settingLines).join('')}`);
}

/** The repository of the image that this project publishes; `undefined` for another operator. */
function publishedRepository(declaration: OperatorDeclaration): string | undefined {
  try {
    return imageReference(declaration).replace(/:[^:/]*$/, '');
  } catch {
    return undefined;
  }
}

/** The settings that a release can set: the others follow from other values. */
export function settable({ settings }: OperatorDeclaration): readonly DeclaredSetting[] {
  return settings.filter(({ env }) => !Object.hasOwn(deployed, env));
}

/** Pure: whether the operator has something that API servers ask about. */
export function servesWebhooks({ webhooks = [], apis }: OperatorDeclaration): boolean {
  return webhooks.length > 0 || apis.some(({ conversion }) => conversion !== undefined);
}

function withoutUndeclared(source: string, declaration: OperatorDeclaration): string {
  const has = { webhooks: servesWebhooks(declaration), dashboard: declaration.dashboard !== undefined };
  return source.replaceAll(
    /^#:if (webhooks|dashboard)\n([^]*?)^#:end\n/gm,
    (_, what: keyof typeof has, lines: string) => (has[what] ? lines : ''),
  );
}

function settingLines({ name, description, default: usual, values, type }: DeclaredSetting): string {
  const value = usual ?? { string: values?.[0] ?? '""', list: '[]', boolean: 'false' }[type as string] ?? 0;
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value === '' ? '""' : value);
  return `${description === undefined ? '' : `  # ${description.replaceAll(/\s+/g, ' ')}\n`}  # ${name}: ${text}\n`;
}

/** Pure: the comment above each value of a values file, by the path of the value. */
export function commentsIn(text: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  const open: string[] = [];
  let above: string[] = [];
  for (const line of text.split('\n')) {
    const [, comment] = /^ *# ?(.*)$/.exec(line) ?? [];
    const [, indent = '', key] = /^( *)([A-Za-z]\w*):/.exec(line) ?? [];
    if (comment !== undefined) above.push(comment);
    else if (key !== undefined) {
      open.splice(indent.length / 2, Infinity, key);
      if (above.length > 0) comments.set(open.join('.'), above.join(' '));
    }
    if (comment === undefined) above = [];
  }
  return comments;
}
