/**
 * Events: `kubectl describe` shows them for an object.
 *
 * - `event-recorder`: the interface for reconciles
 * - `event-queue`: sends them after the writes of reconciles, and ends with the term
 * - `occurrence`: the content of an event, and when two are equal or similar
 * - `similar-events`: combines events that differ only in their notes
 * - `event-budget`: limits the events about one object
 * - `event-sender`: sends one, or increases its count if it exists already
 * - `event-object`: builds the event object
 * - `event-names`: its name, which sorts by time
 * - `lru-cache`: a bounded map
 *
 * @module
 */
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './event-recorder.ts';
