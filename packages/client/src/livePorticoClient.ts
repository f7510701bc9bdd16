import type { paths } from "@portico/contract/live";
import type { ClientOf } from "./porticoClient.ts";

/** A PorticoClient whose answers have the response profile `live`. */
export type LivePorticoClient = ClientOf<paths>;
