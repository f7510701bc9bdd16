import { NATIVE_TOKEN } from "@portico/evm";
import type { Action } from "@portico/transactions";
import { UNLIMITED, type PreExecRequest } from "@portico/wallet";
import type { RecordedUser, Recording } from "../recorded/recording.ts";
import { explain } from "./explain.ts";
import { tokenIdOf } from "./actionMetadata.ts";
import { openLedger, type Changes, type Ledger, type Nft } from "./openLedger.ts";

/** Reason of a failure, by the contract's codes. */
export interface Failure {
  readonly code: 1002 | 2001 | 2002;
  readonly msg: string;
  readonly message: string;
}

/** The owner's balance changes. */
export type Outcome = Changes & { readonly gas: number };

/** Metadata of the participants. */
export interface Known {
  readonly recording: Recording;
  readonly findUser: (address: string) => RecordedUser;
}

/** Typical gas of such a transaction. */
const GAS = { coin: 21_000, token: 46_109, approval: 46_365, nft: 64_820, call: 148_200, deployment: 1_250_000 };

export const toFailure = (code: Failure["code"], text: string): Failure => ({ code, msg: text, message: text });

/** Simulates with recorded balances: what leaves must exist; what arrives is the minimum of the calldata. */
export function simulateTransaction(
  { chain, owner, transactions, isDelegateCall }: PreExecRequest,
  { recording, findUser }: Known,
): Failure | Outcome {
  const options = {
    findHeld: (one: string, asset: string | Nft) => findHeld(findUser(one), chain.slug, asset),
    tokenIdOf: (token: string) => tokenIdOf(token, chain, recording),
  };
  const run = (
    { from, to, rawValue, data: input }: PreExecRequest["transactions"][number],
    ledger: Ledger,
    isDelegated: boolean,
  ): Failure | Outcome => {
    const { actions } = explain({ chain, call: { from, to, rawValue, input, isDelegated }, hasNonce: true }, recording);
    if (ledger.read(from, NATIVE_TOKEN) < rawValue)
      return toFailure(2001, "insufficient funds for gas * price + value");
    for (const action of actions) {
      const failure = move(action, ledger);
      if (failure !== undefined) return failure;
    }
    const gas = to === undefined ? GAS.deployment : Math.max(GAS.coin, ...actions.map(gasOf));
    return { ...ledger.listChanges(owner), gas };
  };

  const pending = transactions.slice(0, -1);
  const balances = pending.reduce<Ledger["balances"]>((before, transaction) => {
    const ledger = openLedger({ ...options, balances: before });
    return "code" in run(transaction, ledger, false) ? before : ledger.balances;
  }, new Map());
  return run(transactions.at(-1)!, openLedger({ ...options, balances }), isDelegateCall);
}

function move(action: Action, ledger: Ledger): Failure | undefined {
  const { read, add } = ledger;
  switch (action.type) {
    case "send_token": {
      const { from, to, amount } = action;
      if (read(from, amount.token) < amount.rawAmount) return POOR;
      add(from, amount.token, -amount.rawAmount);
      add(to, amount.token, amount.rawAmount);
      return undefined;
    }
    case "send_nft": {
      const { rawAmount, ...nft } = action.nft;
      if (read(action.from, nft) < rawAmount) return nft.isErc1155 ? POOR_OF_MANY : NOT_OWNED;
      add(action.from, nft, -rawAmount);
      add(action.to, nft, rawAmount);
      return undefined;
    }
    case "deploy":
      add(action.from, NATIVE_TOKEN, -(action.rawValue ?? 0n));
      return undefined;
    case "call":
      for (const { token, rawAmount } of action.sends) {
        const held = read(action.from, token);
        const sent = rawAmount >= UNLIMITED ? held : rawAmount; // the whole balance
        if (held < sent) return POOR;
        add(action.from, token, -sent);
      }
      for (const { token, rawAmount } of action.receives) add(action.from, token, rawAmount);
      return undefined;
    case "approve_collection":
    case "approve_nft":
    case "approve_token":
    case "cancel":
    default:
      return undefined;
  }
}

const POOR = toFailure(1002, "execution reverted: ERC20: transfer amount exceeds balance");
const POOR_OF_MANY = toFailure(1002, "execution reverted: ERC1155: insufficient balance for transfer");
const NOT_OWNED = toFailure(1002, "execution reverted: ERC721: caller is not token owner or approved");

function findHeld({ holdings, nfts }: RecordedUser, chain: string, asset: string | Nft): bigint {
  if (typeof asset === "string") {
    return BigInt(holdings.find((holding) => holding.chain === chain && holding.id === asset)?.digits ?? "0");
  }
  const inner = asset.tokenId?.toString();
  const own = nfts.find((nft) => nft.chain === chain && nft.contract_id === asset.contract && nft.inner_id === inner);
  return BigInt(own?.amount ?? 0);
}

function gasOf(action: Action): number {
  if (action.type === "send_token") return action.amount.token === NATIVE_TOKEN ? GAS.coin : GAS.token;
  if (action.type === "send_nft") return GAS.nft;
  return action.type.startsWith("approve") ? GAS.approval : GAS.call;
}
