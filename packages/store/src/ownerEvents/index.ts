export { parseEventId, toEventId } from "./eventId.ts";
export { EVENT_KINDS, type EventKind } from "./eventKind.ts";
export { deleteOldEvents } from "./eventRetention.ts";
export { areStreamsOpen, listEventStreams, openEventStreams, type EventStream } from "./eventStreams.ts";
export { listEventsAfter } from "./ownerEvents.ts";
export type { OwnerEvent } from "./ownerEvents.ts";
export { writeOwnerEvents } from "./writeOwnerEvents.ts";
