import type { Address } from "@portico/evm";
import type { Adapter } from "./adapter.ts";

/** What forks share: how their contracts are recognized and read. */
export interface Family<Contracts = unknown> extends Pick<
  Adapter<Contracts>,
  | "check"
  | "identify"
  | "identifyForks"
  | "isUnverified"
  | "listAccounts"
  | "listPools"
  | "listPositions"
  | "readShares"
  | "readsUntrusted"
  | "signals"
  | "unwrap"
> {
  /** As its rows name it: `uniswap-v2`. */
  name: string;
  /** The roles of a row's addresses. */
  roles: Readonly<Record<string, Role>>;
  /** A row's contracts in the form that the family reads. Addresses are lower-case, each role's in the order of the row. */
  toContracts(addresses: RoleAddresses, row: { chain: string; variant?: string }): Contracts;
  /** A row with several addresses of this role is read as one fork for each. */
  perAddress?: string;
  /** By default those of its table, `<family>/<family>.json`. */
  rows?: readonly unknown[];
}

/** `foreign`: may be missing, and isn't a contract of the protocol, such as a token that it pays. */
export type Role = "foreign" | "optional" | "required";

/** Undefined: the row has none. */
export type RoleAddresses = Readonly<Record<string, readonly Address[] | undefined>>;

/** Defines a family; its contracts are typed by `toContracts`. */
export const defineFamily = <Contracts>(family: Family<Contracts>): Family<Contracts> => family;

/** A family whose protocols are known by name and contracts only. */
export const defineNames = (name: string, roles: Readonly<Record<string, Role>>) =>
  defineFamily({ name, roles, toContracts: (addresses) => addresses });
