import type { Protocol2, Spender } from "@portico/contract";
import type { Address } from "@portico/evm";

export interface KnownSpender {
  id: Address;
  /** When it was last approved, unix seconds; null when that was not seen. */
  changedAt: number | null;
  /** Whether it is known to be one. That it is none can't be known: code may come later. */
  isContract: boolean;
  /** Whose contract it is; null when not known. */
  protocol: Protocol2 | null;
}

/** A spender as the contract spells it. Nobody judges here: what is null, is not known. */
export const wireSpender = ({ id, changedAt, isContract, protocol }: KnownSpender) =>
  ({
    id,
    protocol,
    last_approve_at: changedAt,
    is_contract: isContract || protocol !== null ? true : null,
    is_open_source: null,
    is_hacked: null,
    is_abandoned: null,
    risk_level: null,
    risk_alert: null,
    approve_user_count: null,
    revoke_user_count: null,
    permit2_id: null,
  }) satisfies Spender;
