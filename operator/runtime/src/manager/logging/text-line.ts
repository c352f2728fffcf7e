import { styleText } from 'node:util';

import { type LogFields, escapeInvisible, escapeInvisibleInLines } from '../../base/index.ts';
import type { ErrorFields } from './error-fields.ts';
import { isErrorFields, listParts, type Part, toColumnText } from './text-parts.ts';

/** The terminal that shows the lines, and its capabilities. */
export interface TextTerminal {
  readonly color: boolean;
  /** The width in characters: longer lines continue in an indented line. @default - lines of any length */
  readonly columns?: () => number | undefined;
}

/** A column grows with the longest text that it has shown, within these widths in characters. */
const controllerWidths = { least: 8, greatest: 16 };
const objectWidths = { least: 16, greatest: 36 };

const indent = '    ';

const levelStyles: Readonly<Record<string, Part['style']>> = {
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
};

/**
 * Creates a function that formats log lines as text: time, level, controller and object in columns, then the message
 * and the fields; below them the stacks of an error and of its causes. Guarantees: escapes control characters; indents
 * every line except the first.
 */
export function createTextFormat({ color, columns }: TextTerminal): (line: LogFields) => string {
  const padController = createColumn(controllerWidths);
  const padObject = createColumn(objectWidths);
  const paint = ({ text, style }: Part): string =>
    color && style !== undefined ? styleText(style, text, { validateStream: false }) : text;
  return ({ time, level, msg, controller, object, ...fields }) => {
    const head: readonly Part[] = [
      { text: formatTime(String(time)), style: 'dim' },
      { text: String(level).toUpperCase().padEnd(5), style: levelStyles[String(level)] },
      { text: padController(toColumnText(controller)), style: 'cyan' },
      { text: padObject(toColumnText(object)) },
      { text: escapeInvisible(String(msg)), style: 'bold' },
    ];
    const used = head.reduce((sum, { text }) => sum + text.length + 1, 0);
    const lines = wrap(listParts(fields), { used, columns: columns?.() ?? Infinity });
    const texts = lines.map((parts) => parts.map(paint).join('  '));
    texts[0] = [head.map(paint).join(' '), ...(texts[0] ? [texts[0]] : [])].join('  ');
    const errors = Object.values(fields).filter(isErrorFields);
    return `${[texts.join(`\n${indent}`), ...errors.flatMap((error) => formatErrorLines(error))].join('\n')}\n`;
  };
}

/** Returns a function that pads texts to the width of the longest one so far. */
function createColumn({ least, greatest }: typeof controllerWidths): (text: string) => string {
  let width = least;
  return (text) => {
    if (text.length > width) width = Math.min(text.length, greatest);
    return text.padEnd(width);
  };
}

/** Formats a timestamp as local time of day. */
function formatTime(time: string): string {
  const date = new Date(time);
  const pad = (part: number, width = 2): string => String(part).padStart(width, '0');
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${pad(date.getMilliseconds(), 3)}`;
}

interface WrapOptions {
  /** The width that the first line has already used, in characters. */
  readonly used: number;
  readonly columns: number;
}

/** Distributes parts to lines. The first line may get none. */
function wrap(parts: readonly Part[], { used, columns }: WrapOptions): Part[][] {
  let line: Part[] = [];
  const lines = [line];
  let width = used;
  for (const part of parts) {
    const wider = width + part.text.length + 2;
    if (wider > columns && width > indent.length) lines.push((line = []));
    width = line.length === 0 && lines.length > 1 ? indent.length + part.text.length : wider;
    line.push(part);
  }
  return lines;
}

function formatErrorLines({ code, message, stack, cause }: ErrorFields, title = ''): string[] {
  const text = `${title}${code === undefined ? '' : `[${code}] `}${stack ?? message}`;
  const indented = escapeInvisibleInLines(text)
    .split('\n')
    .map((line) => `${indent}${line}`);
  return cause === undefined ? indented : [...indented, ...formatErrorLines(cause, 'caused by: ')];
}
