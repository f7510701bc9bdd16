import { ServiceError } from "../errors.ts";

/** Stands in the table for an operation that the contract has and this server doesn't yet: 501. */
export const notBuilt = async ({ operationId }: { readonly operationId: string }): Promise<never> => {
  throw new ServiceError("not_implemented", `${operationId} is not built yet`);
};
