/**
 * The random specs, child edits and expected children of each kind.
 *
 * @module
 */
import type { ChurnKind } from '../churn-kind.ts';
import { echoImage, echos } from './echo.ts';
import { immortalContainers } from './immortal-container.ts';
import { memcachedImage, memcacheds } from './memcached.ts';
import { pets } from './pet.ts';
import { scheduledEchos } from './scheduled-echo.ts';
import { webServers } from './web-server.ts';

/** Every kind of ours. */
export const kinds: readonly ChurnKind[] = [immortalContainers, echos, scheduledEchos, webServers, memcacheds, pets];

/** The operator's settings for the images of simulated Pods. */
export const imageSettings = { echoImage, memcachedImage };
