import type { IncomingMessage } from "node:http";
import type { errors } from "oidc-provider";

/** Stores in an interaction by which endpoint it came; a client's own parameter of this name is dropped. */
export const DOOR_PARAM = "portico_door";

export type Door = "rfc" | "seed";

export interface DoorNote {
  readonly door: Door;
  /** What is wrong with the request: reported to the client once that is safe. */
  readonly refusal?: errors.OIDCProviderError | undefined;
}

const notes = new WeakMap<IncomingMessage, DoorNote>();

export const noteDoor = (req: IncomingMessage, note: DoorNote): void => void notes.set(req, note);

export const doorOf = (req: IncomingMessage): Door | undefined => notes.get(req)?.door;

export const refusalOf = (req: IncomingMessage): errors.OIDCProviderError | undefined => notes.get(req)?.refusal;
