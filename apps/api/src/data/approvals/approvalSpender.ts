import type { Protocol2, Spender } from "@portico/contract";
import type { Address } from "@portico/evm";

export interface KnownSpender {
  id: Address;
  /** Time of the last approval, unix seconds; null if it was not seen. */
  changedAt: number | null;
  /** Whether it has code; undefined if unknown. */
  isContract: boolean | undefined;
  /** The protocol of the contract; null if unknown. */
  protocol: Protocol2 | null;
}

/** A spender in the contract's form. Null means unknown. */
export const toSpenderResponse = ({ id, changedAt, isContract, protocol }: KnownSpender) =>
  ({
    id,
    protocol,
    last_approve_at: changedAt,
    is_contract: protocol === null ? (isContract ?? null) : true,
    is_open_source: null,
    is_hacked: null,
    is_abandoned: null,
    risk_level: null,
    risk_alert: null,
    approve_user_count: null,
    revoke_user_count: null,
    permit2_id: null,
    expires_at: null,
  }) satisfies Spender;
