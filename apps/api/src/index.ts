export { createApi } from "./createApi.ts";
export type { Api, ApiOptions } from "./createApi.ts";
export { createHttpServer } from "@portico/http";
export { operations, unbuiltOperations } from "./operations/operations.ts";
