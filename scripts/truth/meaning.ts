import { type ScenarioTransaction, devnetChains } from "@portico/devnet";
import { zeroAddress } from "viem";

/** The expected explanation and history category of a transaction. */
export interface Meaning {
  /** The category for its sender; "" if only its transfers determine it. */
  category: string;
  /** One line each, in the format of `describeAction`. */
  actions: readonly string[];
}

export type Values = readonly never[];
export type Row = (action: ScenarioTransaction, ...values: Values) => Meaning;

export const lower = (address: string): string => address.toLowerCase();
export const target = ({ to }: ScenarioTransaction): string => lower(to ?? zeroAddress);
export const sender = ({ from }: ScenarioTransaction): string => lower(from);
export const wrappedOf = ({ chain }: ScenarioTransaction): string => lower(devnetChains[chain].wrappedToken);

export const amountText = (token: string, rawAmount: bigint): string => `${rawAmount} ${lower(token)}`;
export const list = (amounts: readonly string[]): string => (amounts.length === 0 ? "nothing" : amounts.join(" + "));

/** Maximum sent and minimum received amounts. */
export const call = (
  action: ScenarioTransaction,
  category: string,
  { sends = [], receives = [] }: { sends?: readonly string[]; receives?: readonly string[] } = {},
  ...nfts: readonly string[]
): Meaning => ({
  category,
  actions: [
    `call ${sender(action)} to ${target(action)} "${category}": ${list(sends.length > 0 || action.value === 0n ? sends : [amountText("native", action.value)])} for ${list(receives)}`,
    ...nfts,
  ],
});

/** The category applies only if the sender owns the assets; otherwise "". */
export const mine = (action: ScenarioTransaction, owner: string, category: string): string =>
  lower(owner) === sender(action) ? category : "";

export const send = (
  action: ScenarioTransaction,
  from: string,
  to: string,
  token: string,
  rawAmount: bigint,
): Meaning => ({
  category: mine(action, from, "send") || mine(action, to, "receive"),
  actions: [`send ${lower(from)} to ${lower(to)}: ${amountText(token, rawAmount)}`],
});

export const nftText = (contract: string, id: bigint | "", rawAmount: bigint): string =>
  `${rawAmount} of ${lower(contract)} ${id}`;
export const sendNft = (from: string, to: string, contract: string, id: bigint | "", rawAmount = 1n): string =>
  `send nft ${lower(from)} to ${lower(to)}: ${nftText(contract, id, rawAmount)}`;

export const approve = (
  action: ScenarioTransaction,
  owner: string,
  spender: string,
  token: string,
  rawAmount: bigint,
): Meaning => ({
  category: mine(action, owner, rawAmount === 0n ? "revoke" : "approve"),
  actions: [
    `${rawAmount === 0n ? "revoke" : "approve"} ${lower(owner)} to ${lower(spender)}: ${amountText(token, rawAmount)}`,
  ],
});

export const approveNft = (owner: string, spender: string, contract: string, id: bigint): Meaning => {
  const word = spender === zeroAddress ? "revoke" : "approve";
  return { category: word, actions: [`${word} nft ${lower(owner)} to ${lower(spender)}: ${lower(contract)} ${id}`] };
};

export const approveAll: Row = (action, operator: string, isApproved: boolean) => {
  const word = isApproved ? "approve" : "revoke";
  return { category: word, actions: [`${word} collection ${sender(action)} to ${lower(operator)}: ${target(action)}`] };
};

export const pay: Row = (action) => send(action, action.from, target(action), "native", action.value);
export const deploy: Row = (action) => ({ category: "deploy", actions: [`deploy ${sender(action)}`] });
