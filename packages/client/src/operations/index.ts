export * from "./generated/operations.ts";
export type { Operation, OperationInit, OperationInput } from "./operation.ts";
