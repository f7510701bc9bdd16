import { ServiceError } from "../errors.ts";

/** Placeholder for an operation of the contract that this server doesn't implement: 501. */
export const notBuilt = async ({ operationId }: { readonly operationId: string }): Promise<never> => {
  throw new ServiceError("not_implemented", `${operationId} is not implemented yet`);
};
