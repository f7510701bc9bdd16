export {
  ACCESS_KEY_CHANNEL,
  CHAIN_CHANNEL,
  INITIAL_SCAN_CHANNEL,
  OWNER_EVENT_CHANNEL,
  parseInitialScanEvent,
  PROTOCOL_CHANNEL,
  readTokenNews,
  SCANNED_CHANNEL,
  TOKEN_CHANNEL,
  UNIT_PRICE_CHANNEL,
} from "./channels.ts";
export type { InitialScanEvent, TokenNews } from "./channels.ts";
export { listen, type ListenOptions } from "./listen.ts";
