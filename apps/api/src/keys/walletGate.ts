import type { AccessKey } from "@portico/store";
import { ServiceError } from "../errors.ts";

/**
 * Lets a key call operations that the contract calls unstable, if the operator enabled it for them.
 * @throws ServiceError wallet_not_enabled, with what to ask the operator for.
 */
export function assertWalletEnabled(key: AccessKey | undefined): void {
  if (key?.isWalletEnabled === true) return;
  const advice = `ask the operator, who enables it by: pnpm portico keys wallet on ${key?.id ?? "ID"}`;
  throw new ServiceError("wallet_not_enabled", `This key is not enabled for the wallet group; ${advice}`);
}
