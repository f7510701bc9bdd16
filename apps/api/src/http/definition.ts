import { type Definition, type Operation, readDefinition } from "@portico/server";

let definition: Definition | undefined;

/** The contract of the data API, read once. */
export const loadDefinition = (): Definition => (definition ??= readDefinition("api"));

/** The same in the response profile `live`. */
export const loadLiveDefinition = (): Definition => readDefinition("api.live");

/** Only keys that the operator enabled for such operations may call them. */
export const isUnstable = (operation: Operation): boolean => operation["x-stability"] === "unstable";
