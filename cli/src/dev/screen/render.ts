import { styleText } from 'node:util';

import type { WriteLoop } from './find-loops.ts';
import type { Model, Reconcile } from './model.ts';
import { shortenCause, shortenName, shortenWrite, sortCauses } from './shorten.ts';
import type { Node } from './tree.ts';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** The data that the screen shows. */
export interface View {
  /** `Kubernetes v1.36.4 on this machine, where most Pods are simulated`. */
  readonly title: string;
  readonly keys: string;
  readonly model: Model;
  readonly tree: readonly Node[];
  readonly loops: readonly WriteLoop[];
}

type Style = Parameters<typeof styleText>[0];

/** A row of the screen, as styled parts. */
type Row = readonly (readonly [text: string, style?: Style | undefined])[];

/** More reconciles would push the latest ones off a small screen. */
const reconcilesAtMost = 10;
const loopsAtMost = 3;

/** Renders the screen: at most `rows - 1` rows, each at most as wide as the terminal. */
export function renderScreen(
  { title, keys, model, tree, loops: all }: View,
  { columns, rows }: ScreenSize,
): readonly string[] {
  const loops = all.slice(0, loopsAtMost).map(renderLoop);
  const fixed = 5 + loops.length;
  const space = Math.max(2, rows - 1 - fixed);
  const last = model.ended.slice(-reconcilesAtMost).toReversed();
  const width = Math.max(0, ...last.map(({ object }) => object.length));
  const runs = last.flatMap((each) => renderReconcile(each, { width, columns })).slice(0, Math.ceil(space / 2));
  const objects = crop(tree.flatMap(renderRoot), Math.max(1, space - Math.max(1, runs.length)));
  const none: Row = [['  none', 'dim']];
  const screen: readonly Row[] = [
    [['─'.repeat(columns), 'dim']],
    [
      ['Objects', 'bold'],
      [`  ${title}`, 'dim'],
    ],
    ...(objects.length > 0 ? objects : [none]),
    [
      ['Reconciles', 'bold'],
      ['  newest first', 'dim'],
    ],
    ...(runs.length > 0 ? runs : [none]),
    ...loops,
    [[keys, 'dim']],
  ];
  return screen.slice(Math.max(0, screen.length - Math.max(0, rows - 1))).map((row) => paint(row, columns));
}

function renderRoot(node: Node): readonly Row[] {
  const children = node.children.map((child, index): Row => {
    const branch = index === node.children.length - 1 ? '└' : '├';
    return [[`    ${branch} `, 'dim'], ...renderNode(child)];
  });
  return [[['  '], ...renderNode(node)], ...children];
}

function renderNode({ title, ready, why, deletion }: Node): Row {
  const [mark, style] = marks.get(ready) ?? ['·', 'yellow'];
  return [
    [`${mark} `, style],
    [title],
    ...join(deletion && describeDeletion(deletion), 'yellow'),
    ...join(why, ready === 'True' ? 'dim' : style),
  ];
}

function describeDeletion(finalizers: readonly string[]): string {
  return finalizers.length === 0 ? 'being deleted' : `being deleted, held by ${finalizers.join(', ')}`;
}

const marks = new Map<string | undefined, readonly [string, Style]>([
  ['True', ['✓', 'green']],
  ['False', ['✗', 'red']],
  [undefined, ['·', 'dim']],
]);

interface Width {
  /** Width of the column with object names. */
  readonly width: number;
  readonly columns: number;
}

/** Renders a reconcile: one row, or two if its causes do not fit. */
function renderReconcile(run: Reconcile, { width, columns }: Width): readonly Row[] {
  const { time, object, durationMs = 0, error, writes, causes, times } = run;
  const what = writes.map((write) => shortenWrite(write, object)).join(', ');
  const head: Row = [
    [`  ${formatTime(time)} `, 'dim'],
    error === undefined ? ['✓ ', 'green'] : ['✗ ', 'red'],
    [object.padEnd(width)],
    [`${String(durationMs).padStart(6)} ms${times > 1 ? ` ×${String(times)}` : ''}`, 'dim'],
    ...join(error, 'red'),
    ...join(what),
  ];
  const why = sortCauses(causes).flatMap((cause) => join(`← ${shortenCause(cause, object)}`, 'cyan'));
  const fits = measure(head) + measure(why) <= columns;
  return fits || `${error ?? ''}${what}` === '' ? [[...head, ...why]] : [head, [[' '.repeat(11)], ...why]];
}

/** Formats a part of a row, with a separator unless it is empty. */
function join(text = '', style?: Style): Row {
  return text === '' ? [] : [[`  ${text}`, style]];
}

function measure(row: Row): number {
  return row.reduce((sum, [text]) => sum + text.length, 0);
}

function renderLoop({ object, what, path, times, cause }: WriteLoop): Row {
  const of = what === '' ? '' : ` of ${shortenName(what, object)}`;
  return [
    [`  ↻ write loop: ${object} wrote ${path}${of} ${String(times)} times in 20 s`, 'red'],
    [`  ← ${shortenCause(cause, object)}`, 'cyan'],
  ];
}

/** Formats a time as the local time of the day. */
function formatTime(time: string): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function crop(rows: readonly Row[], atMost: number): readonly Row[] {
  if (rows.length <= atMost) return rows;
  return [...rows.slice(0, atMost - 1), [[`  … ${String(rows.length - atMost + 1)} more`, 'dim']]];
}

/** Applies styles to a row, and cuts it at the width of the terminal. */
function paint(row: Row, columns: number): string {
  let left = columns;
  let text = '';
  for (const [raw, style] of row) {
    if (left <= 0) break;
    const part = removeUnseen(raw);
    const cut = part.length > left ? `${part.slice(0, left - 1)}…` : part;
    left -= cut.length;
    text += style === undefined ? cut : styleText(style, cut);
  }
  return text;
}

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Removes control characters, because names and messages can come from any user of the cluster. */
export function removeUnseen(text: string): string {
  return text.replaceAll(unseen, '');
}
