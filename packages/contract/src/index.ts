/** The contract as types: `paths` and `operations` in the wire format, and one type per schema. */
export type * from "../generated/wire.ts";
export { operationTable, uint256Properties } from "../generated/operations.ts";
export type {
  ApiOperationId,
  ConnectOperationId,
  DashboardOperationId,
  DefaultedParams,
  OperationId,
} from "../generated/operations.ts";
