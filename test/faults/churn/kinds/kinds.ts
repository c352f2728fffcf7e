/**
 * What is done to each kind, and what it has to have at rest.
 *
 * @module
 */
import type { ImageProgram } from '../../../../operator/testing/src/index.ts';
import type { Churned } from '../churned.ts';
import { echoImage, echos } from './echo.ts';
import { immortalContainers, immortalImage } from './immortal-container.ts';
import { memcachedImage, memcacheds } from './memcached.ts';
import { pets } from './pet.ts';
import { scheduledEchos } from './scheduled-echo.ts';
import { webServers } from './web-server.ts';

/** Every kind of ours. */
export const kinds: readonly Churned[] = [immortalContainers, echos, scheduledEchos, webServers, memcacheds, pets];

/** Settings with images of Pods that are simulated. */
export const imageSettings = { echoImage, memcachedImage };

/** Images of Pods that run. */
export const images: readonly ImageProgram[] = [immortalImage];
