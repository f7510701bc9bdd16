export { createApi } from "./createApi.ts";
export { createHttpServer } from "@portico/server";
export { stateKeyOf } from "./data/positions/stateKeyOf.ts";
export { createTokenTable } from "./data/tokens/tokenTable.ts";
export type { TokenTable } from "./data/tokens/tokenTable.ts";
export { readMessageDays } from "./messages/startRetention.ts";
export { readWebhookSettings } from "./messages/webhookSettings.ts";
export { operations, unbuiltOperations } from "./operations/operations.ts";
