import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { described } from './described.mts';

const source = `
import type { Door } from './door.ts';

export interface House {
  /** Number of floors, without
   * the cellar. @default 2 */
  readonly floors?: number;
  /** @default - none */
  readonly garden?: string;
  readonly number: string;
  /** The door; \`false\`: there is none. */
  readonly door?: false | Door;
  /** All windows. */
  readonly windows?: readonly Window[];
  /** Rooms by their names. */
  readonly rooms?: Readonly<Record<string, Room>>;
}
interface Room {
  /** In square metres. */
  readonly size: number;
}
interface Window {
  /** In metres. */
  readonly width: number;
}
`;
const door = `
export interface Door {
  /** Such as red.
   *
   * Paint it yourself.
   */
  readonly colour: string;
}
`;

const text = { type: 'string' };
const number = { type: 'number' };
const schema = {
  type: 'object',
  properties: {
    floors: number,
    garden: text,
    number: text,
    door: { anyOf: [{ const: false }, { type: 'object', properties: { colour: text, unknown: text } }] },
    windows: { type: 'array', items: { type: 'object', properties: { width: number } } },
    rooms: { type: 'object', additionalProperties: { type: 'object', properties: { size: number } } },
  },
  additionalProperties: false,
};

describe('a JSON Schema with the comments of an interface', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'described-'));
    file = path.join(folder, 'house.ts');
    writeFileSync(file, source);
    writeFileSync(path.join(folder, 'door.ts'), door);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('says of each field what it means, and what holds if it is left out', () => {
    expect(described(schema, file, 'House')['properties']).toMatchObject({
      floors: { type: 'number', description: 'Number of floors, without the cellar.\n\nDefault: 2' },
      garden: { type: 'string', description: 'Default: none' },
      door: { description: 'The door; `false`: there is none.' },
    });
  });

  it('is as before where there is no comment', () => {
    const { properties, ...others } = described(schema, file, 'House');
    expect(properties).toMatchObject({ number: text });
    expect((properties as typeof schema.properties).number).toEqual(text);
    expect(others).toEqual({ type: 'object', additionalProperties: false });
  });

  it('says so of what is within one of several alternatives, of items, and of values of a map', () => {
    expect(described(schema, file, 'House')['properties']).toMatchObject({
      door: {
        anyOf: [
          { const: false },
          { properties: { colour: { description: 'Such as red.\n\nPaint it yourself.' }, unknown: text } },
        ],
      },
      windows: { description: 'All windows.', items: { properties: { width: { description: 'In metres.' } } } },
      rooms: { additionalProperties: { properties: { size: { description: 'In square metres.' } } } },
    });
  });

  it('cannot be made of an interface that is not there', () => {
    expect(() => described(schema, file, 'Castle')).toThrow(`${file} has no interface Castle`);
  });
});
