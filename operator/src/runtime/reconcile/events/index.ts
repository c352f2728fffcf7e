/**
 * Events: what `kubectl describe` tells of a resource.
 *
 * - `event-recorder`: takes what happened, and sends it when its turn comes
 * - `occurrence`: something that happened, and when two are the same or similar
 * - `similar-events`: combines what differs only in its words
 * - `event-budget`: how many are sent about one object
 * - `event-sender`: sends one, or counts it up if it is there already
 * - `event-object`: what is sent
 * - `recent`: memory that is bounded
 *
 * @module
 */
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './event-recorder.ts';
