import { echo } from './originals/echo.ts';
import { immortalContainer } from './originals/immortal-container.ts';
import { memcached } from './originals/memcached.ts';
import type { Originals } from './originals/original.ts';
import { petStore } from './originals/pet-store.ts';
import { pet } from './originals/pet.ts';
import { webServer } from './originals/web-server.ts';

/** The tests, walk-throughs and known faults of the original operators, in the order of `test/tables.md`. */
export const originals: readonly Originals[] = [echo, immortalContainer, webServer, memcached, petStore, pet];
