export { createApi } from "./createApi.ts";
export { createHttpServer } from "@portico/server";
export { readMessageDays } from "./messages/startRetention.ts";
export { readWebhookSettings } from "./messages/webhookSettings.ts";
export { operations, unbuiltOperations } from "./operations/operations.ts";
