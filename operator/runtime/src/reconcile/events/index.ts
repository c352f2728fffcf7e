/**
 * Events: what `kubectl describe` shows of a resource.
 *
 * - `event-recorder`: takes what happened
 * - `event-queue`: sends one after the other, and ends with the term
 * - `occurrence`: something that happened, and when two are the same or similar
 * - `similar-events`: combines what differs only in its words
 * - `event-budget`: how many are sent about one object
 * - `event-sender`: sends one, or counts it up if it is there already
 * - `event-object`: what is sent
 * - `event-names`: under which name, so that they are listed in their order
 * - `lru-cache`: a bounded map
 *
 * @module
 */
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './event-recorder.ts';
