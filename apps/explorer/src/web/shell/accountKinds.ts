import type { AccountCode } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { t } from "../languages/t.ts";

/** What an address is, on the chains where it is that. */
export interface AccountKind {
  /** Of a delegation the name of the contract's protocol; empty if unknown. */
  readonly text: string;
  /** The contract that it delegates to. */
  readonly delegate?: string;
  /** Whether it is nothing but an account. */
  readonly isNone: boolean;
  readonly chains: readonly string[];
  /** Whether it is that on all chains. */
  readonly isEverywhere: boolean;
}

/** Contracts first. Of chains where it isn't known nothing is said. */
export function listAccountKinds(codes: readonly AccountCode[]): AccountKind[] {
  const known = codes.filter((code) => code.is_contract !== null || code.delegate !== null);
  const byKind = Map.groupBy(known, (code) => `${describeCode(code)} ${code.delegate?.id ?? ""}`);
  return [...byKind.values()]
    .map((some) => ({
      text: describeCode(some[0]!),
      ...(some[0]!.delegate !== null && { delegate: some[0]!.delegate.id }),
      isNone: some[0]!.is_contract !== true && some[0]!.delegate === null,
      chains: some.map(({ chain }) => chain),
      isEverywhere: some.length === codes.length,
    }))
    .toSorted((a, b) => Number(a.isNone) - Number(b.isNone));
}

function describeCode(code: AccountCode): string {
  const { delegate, is_token: isToken, is_contract: isContract, protocol } = code;
  if (delegate !== null) return nameOf(delegate);
  if (isContract !== true) return t("shell.noContract");
  if (protocol === null || isOwnProtocol(code)) return t(isToken ? "shell.tokenContract" : "shell.contract");
  // anybody can have its factory create something else
  const isSafe = protocol.source === "implementation" && /^(?:\w+_)?safe$/.test(protocol.id);
  return t(isSafe ? "shell.smartWallet" : "shell.contractOf", { name: nameOf(code) });
}

const nameOf = ({ protocol }: Pick<AccountCode, "protocol">): string => plainText(protocol?.name ?? "", 40);

/** Says what the contract itself is; by its creator or its code it is only one of many. */
const OWN: ReadonlySet<string> = new Set(["adapter", "table", "operator", "token", "chain"]);

const isOwnProtocol = ({ protocol }: AccountCode): boolean => protocol !== null && OWN.has(protocol.source);

/**
 * What the operator's lists or the tables of protocols call a contract; undefined if nothing. The names that contracts
 * have for themselves are whatever their authors like.
 */
export function knownName(codes: readonly AccountCode[] | undefined): string | undefined {
  const names = (codes ?? []).map((code) => {
    if (code.is_verified && code.name !== "") return code.name;
    return isOwnProtocol(code) ? (code.protocol?.name ?? "") : "";
  });
  const found = names.find((name) => name !== "");
  return found === undefined ? undefined : plainText(found, 60);
}
