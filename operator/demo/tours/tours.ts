/**
 * The walk-throughs of the operators, one file each, in the order of the tour.
 *
 * @module
 */
import type { Tour } from '../step.ts';
import { echoTour } from './echo.ts';
import { immortalContainerTour } from './immortal-container.ts';
import { memcachedTour } from './memcached.ts';
import { petTour } from './pet.ts';
import { webServerTour } from './web-server.ts';

export const tours: readonly Tour[] = [immortalContainerTour, echoTour, webServerTour, memcachedTour, petTour];
