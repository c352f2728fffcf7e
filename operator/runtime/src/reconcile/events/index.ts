/**
 * Events: what `kubectl describe` shows of a resource.
 *
 * - `event-recorder`: the interface for reconciles
 * - `event-queue`: sends them behind the writes of reconciles, and ends with the term
 * - `occurrence`: something that happened, and when two are equal or similar
 * - `similar-events`: combines events that differ only in their notes
 * - `event-budget`: how many are sent about one object
 * - `event-sender`: sends one, or increases its count if it exists already
 * - `event-object`: the object that is sent
 * - `event-names`: its name, which sorts by time
 * - `lru-cache`: a bounded map
 *
 * @module
 */
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './event-recorder.ts';
