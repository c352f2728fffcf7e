import { EventEmitter } from 'node:events';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LiveArea } from './live-area.ts';

const written: string[] = [];
let rows: readonly string[] = [];
let area: LiveArea;
let terminal: EventEmitter & { columns: number; rows: number; write: (text: string) => void };

beforeEach(() => {
  vi.useFakeTimers();
  written.length = 0;
  rows = ['one', 'two'];
  const size = { columns: 10, rows: 20, write: (text: string) => void written.push(text) };
  terminal = Object.assign(new EventEmitter(), size);
  area = new LiveArea(terminal, () => rows);
});

afterEach(() => {
  area[Symbol.dispose]();
  vi.useRealTimers();
});

/** Without the hidden cursor and the wrapping. */
function takeWritten(): readonly string[] {
  return written.splice(0).map((text) => text.replaceAll(/\u001b\[\?\d+[hl]/g, ''));
}

describe('the live area', () => {
  it('is drawn at most four times a second, and only after a change', () => {
    for (let count = 0; count < 100; count += 1) {
      rows = [String(count)];
      area.update();
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(written.length).toBeLessThanOrEqual(6);
    expect(written.at(-1)).toContain('99');
    takeWritten();
    area.update();
    vi.advanceTimersByTime(1000);
    expect([written, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('replaces what it shows, below the printed lines', () => {
    area.update();
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual(['\r\u001b[Jone\ntwo\n']);
    area.print('hello');
    rows = ['three'];
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual(['\u001b[2A\r\u001b[Jhello\nthree\n']);
  });

  it('replaces what it shows in a terminal that does not know its size', () => {
    terminal.columns = 0;
    rows = ['', ''];
    area.update();
    vi.advanceTimersByTime(250);
    area.print('hello');
    vi.advanceTimersByTime(250);
    expect(takeWritten().at(-1)).toBe('\u001b[2A\r\u001b[Jhello\n\n\n');
  });

  it('knows how many rows it takes in a terminal that has become narrower', () => {
    rows = ['0123456789'];
    area.update();
    vi.advanceTimersByTime(250);
    takeWritten();
    rows = ['012'];
    terminal.columns = 3;
    terminal.emit('resize');
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual(['\u001b[4A\r\u001b[J012\n']);
  });

  it('erases printed rows that are in sight, and prints what is below them again', () => {
    area.print('before');
    area.print('no tea', 'tea');
    area.print('and no milk, too', 'tea');
    area.print('after');
    vi.advanceTimersByTime(250);
    takeWritten();
    area.erase('tea');
    area.print('no tea again', 'tea');
    vi.advanceTimersByTime(250);
    // Two rows of the area, one of "after", two of the long one, and one above it.
    expect(takeWritten()).toEqual(['\u001b[6A\r\u001b[Jafter\nno tea again\none\ntwo\n']);
    area.erase('milk');
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual([]);
    area.erase('tea');
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual(['\u001b[4A\r\u001b[Jone\ntwo\n']);
  });

  it('drops an erased row that it has not printed yet', () => {
    area.print('no tea', 'tea');
    area.print('hello');
    area.erase('tea');
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual(['\r\u001b[Jhello\none\ntwo\n']);
  });

  it('leaves rows that have been scrolled out of sight, also after it has become smaller', () => {
    rows = Array.from({ length: 15 }, (_, index) => String(index));
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) area.print(id, id);
    vi.advanceTimersByTime(250);
    rows = ['one'];
    area.update();
    vi.advanceTimersByTime(250);
    takeWritten();
    area.erase('a');
    area.erase('b');
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual([]);
    area.erase('c');
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual(['\u001b[5A\r\u001b[Jd\ne\nf\none\n']);
  });

  it('leaves rows above the output of another program, and those of a terminal with another size', () => {
    area.print('no tea', 'tea');
    vi.advanceTimersByTime(250);
    area.pause();
    area.resume();
    area.erase('tea');
    area.print('no milk', 'milk');
    vi.advanceTimersByTime(250);
    terminal.emit('resize');
    takeWritten();
    area.erase('milk');
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual([]);
  });

  it('is gone while another program writes, and after its end; lines are still printed', () => {
    area.update();
    vi.advanceTimersByTime(250);
    area.pause();
    area.update();
    area.print('hello');
    vi.advanceTimersByTime(1000);
    expect(takeWritten().slice(1)).toEqual(['\u001b[2A\r\u001b[J', '\r\u001b[Jhello\n']);
    area.resume();
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual(['\r\u001b[Jone\ntwo\n']);
    area[Symbol.dispose]();
    expect(takeWritten()).toEqual(['\u001b[2A\r\u001b[J']);
    expect(terminal.listenerCount('resize')).toBe(0);
    area.resume();
    vi.advanceTimersByTime(250);
    expect(takeWritten()).toEqual([]);
  });
});
