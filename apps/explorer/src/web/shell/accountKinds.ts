import type { AccountCode } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { isOwnProtocol } from "../api/useCodes.ts";

/** What an address is, on the chains where it is that. */
export interface AccountKind {
  readonly text: string;
  /** Of the contract that it delegates to. */
  readonly delegate?: string;
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
      chains: some.map(({ chain }) => chain),
      isEverywhere: some.length === codes.length,
    }))
    .toSorted((a, b) => Number(b.text !== NO_CONTRACT) - Number(a.text !== NO_CONTRACT));
}

const NO_CONTRACT = "Not a contract";

function describeCode(code: AccountCode): string {
  const { delegate, is_token: isToken, is_contract: isContract, protocol } = code;
  if (delegate !== null) return `Delegates to ${nameOf(delegate)}`.trim();
  if (isContract !== true) return NO_CONTRACT;
  if (protocol === null || isOwnProtocol(code)) return isToken ? "Token contract" : "Contract";
  const name = nameOf(code);
  return protocol.id === SAFE || protocol.id.endsWith(`_${SAFE}`) ? `Smart wallet: ${name}` : `Contract of ${name}`;
}

const SAFE = "safe";
const nameOf = ({ protocol }: Pick<AccountCode, "protocol">): string => plainText(protocol?.name ?? "", 40);
