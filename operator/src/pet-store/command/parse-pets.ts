import { isCalendarDate, tryParseDate } from '../calendar.ts';
import { type CalendarDate, isPetType, type NewPet, type PetType, petTypes } from '../pet.ts';
import { parsePetType } from '../contract/messages.ts';
import { UsageError } from './io.ts';

/**
 * Parses one pet, or a list of pets, as JSON: `{"name": "Thor", "type": "dog", "birthday": "2021-04-01"}`, or in the
 * contract's JSON form: `{"name": "Thor", "type": "PTCanine", "birthday": {"year": 2021, "month": 4, "day": 1}}`.
 *
 * Throws: `UsageError`.
 */
export function parsePets(text: string): NewPet[] {
  const value = parseJson(text);
  return (Array.isArray(value) ? value : [value]).map(parsePet);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`invalid JSON: ${JSON.stringify(text.slice(0, 60))}; ${example}`, { cause });
  }
}

const example = 'pass a pet like {"name": "Thor", "type": "dog", "birthday": "2021-04-01"}, or a list of them';
const fields = new Set(['name', 'type', 'birthday']);

function parsePet(value: unknown): NewPet {
  if (typeof value !== 'object' || value === null) throw new UsageError(`this is not a pet; ${example}`);
  const { name, type, birthday } = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(value).find((key) => !fields.has(key));
  if (unknown === 'id') throw new UsageError('the store assigns the id; omit it');
  if (unknown !== undefined)
    throw new UsageError(`a pet does not have the field ${JSON.stringify(unknown)}; ${example}`);
  if (typeof name !== 'string') throw new UsageError(`a pet needs a name; ${example}`);
  return { name, type: parseType(type), birthday: parseDay(birthday) };
}

function parseType(value: unknown): PetType {
  const type = isPetType(value) ? value : parsePetType(value);
  if (type === undefined) throw new UsageError(`the type of a pet must be one of ${petTypes.join(', ')}; ${example}`);
  return type;
}

function parseDay(value: unknown): CalendarDate {
  const day = typeof value === 'string' ? tryParseDate(value) : parseDayParts(value);
  if (day === undefined) throw new UsageError(`the birthday of a pet must be a date like 2021-04-01; ${example}`);
  return day;
}

function parseDayParts(value: unknown): CalendarDate | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { year, month, day } = value as Readonly<Record<string, unknown>>;
  if (typeof year !== 'number' || typeof month !== 'number' || typeof day !== 'number') return undefined;
  return isCalendarDate({ year, month, day }) ? { year, month, day } : undefined;
}
