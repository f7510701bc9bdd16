import type { AccessKey } from "@portico/store";
import { ServiceError } from "../errors.ts";

/**
 * Allows a key to call operations that the contract marks unstable, if the operator enabled it for them.
 * @throws ServiceError wallet_not_enabled, with what to request from the operator.
 */
export function assertWalletEnabled(key: AccessKey | undefined): void {
  if (key?.isWalletEnabled === true) return;
  const advice = `the operator enables it with: pnpm portico keys wallet on ${key?.id ?? "ID"}`;
  throw new ServiceError("wallet_not_enabled", `This key is not enabled for the wallet group; ${advice}`);
}
