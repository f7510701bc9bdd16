import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Action } from "./action.ts";
import type { Category } from "./category.ts";
import { chooseCategory, toCategory } from "./categories/actionCategory.ts";
import { inferCategory } from "./categories/inferCategory.ts";
import { readIntent, type Intent } from "./categories/intent.ts";
import { isPlausible } from "./categories/isPlausible.ts";
import type { Via } from "./categories/netChange.ts";
import { listCalls } from "./describeCall.ts";
import { listActions } from "./listActions.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Movement } from "./movement.ts";
import type { DecodedCall } from "./functionRow.ts";

export interface TransactionDetails {
  /** Whose view it is. */
  owner: Address;
  /** undefined: unknown. */
  sender: Address | undefined;
  isSuccess: boolean;
  /** undefined: unknown. */
  call: DecodedCall | undefined;
  /** What moved, without fees: everything known, or only the owner's part. */
  movements: readonly Movement[];
  /** Tokens that counterparties minted and burnt; omitted if unknown. */
  via?: Via | undefined;
  /** What contracts say in their logs that they did for the owner. */
  events?: readonly ContractEvent[] | undefined;
}

export interface ContractEvent {
  contract: Address;
  meaning: Intent;
}

export interface TransactionDescription {
  /** "": none, or unknown. */
  category: Category | "";
  /** The recipient, sender, spender or called contract; "" if there is no single one. */
  otherAddress: Address | "";
}

/**
 * Describes a transaction for an owner. For its sender, including a smart account inside it, the calldata decides if
 * what moved agrees; what moved decides if the calldata isn't understood, and for everybody else.
 */
export function describeTransaction(details: TransactionDetails, knowledge: Knowledge): TransactionDescription {
  const known = { ...details, movements: details.isSuccess ? details.movements : [] };
  const actions = isActive(known) ? listOwnActions(known, knowledge) : [];
  const category = categorize(known, actions, knowledge);
  return { category, otherAddress: findOther(known, actions, category) };
}

/**
 * Whether the owner sent it, or is a smart account that executes it. Anybody can send calldata that looks so, so an
 * asset of the account must have left or been approved, or a token moved in a call to the account itself: an account
 * without code moves none.
 */
const isActive = ({ owner, sender, call, movements }: TransactionDetails): boolean =>
  call !== undefined &&
  (sender === owner ||
    (listCalls(call).some(({ from }) => from === owner) &&
      movements.some((one) => isGiven(owner, one) || (call.to === owner && isTokenMovement(one)))));

const isTokenMovement = (movement: Movement): boolean =>
  isTransfer(movement) && movement.rawAmount > 0n && !(movement.kind === "token" && movement.token === NATIVE_TOKEN);

/** Anybody can emit a transfer of nothing in another's name. */
const isGiven = (owner: Address, movement: Movement): boolean =>
  isTransfer(movement) ? movement.from === owner && movement.rawAmount > 0n : movement.owner === owner;

/** The owner's own actions; inner calls made by others (Multicall3, a Safe of the owner's) belong to those. */
const listOwnActions = ({ owner, call }: TransactionDetails, knowledge: Knowledge): Action[] =>
  call === undefined ? [] : listActions(call, knowledge).filter((action) => toCategory(action, owner) !== undefined);

function categorize(details: TransactionDetails, actions: readonly Action[], knowledge: Knowledge): Category | "" {
  const { owner, movements, call, isSuccess, events = [] } = details;
  const meant = chooseCategory(actions, owner);
  if (
    meant !== "" &&
    !(isSuccess && !isPlausible(meant, owner, movements)) &&
    !isBridged(details, meant, actions, knowledge)
  )
    return meant;
  const calls = call === undefined ? [] : listCalls(call).filter(({ input }) => input !== "0x");
  const evidence = {
    owner,
    movements,
    via: details.via,
    isActive: isActive(details),
    isCall: calls.length > 0,
    called: call === undefined ? [] : listCalls(call).flatMap(({ to }) => to ?? []),
    isNamed: calls.some((one) => one.function !== undefined) || events.length > 0,
    intents: calls.flatMap((one) => (one.function && readIntent(one.function.name)) ?? []),
    events,
  };
  return inferCategory(evidence, knowledge);
}

/** Whether the call that moved something out or in is one of a bridge: it has selectors of tokens and vaults. */
const isBridged = (
  { call, isSuccess }: TransactionDetails,
  meant: Category,
  actions: readonly Action[],
  { findUse }: Knowledge,
): boolean => {
  if (!isSuccess || call?.to === undefined || !BRIDGED.has(meant)) return false;
  const recipients = actions.flatMap((action) => (action.type === "send_token" ? [action.to] : []));
  return [call.to, ...recipients].some((address) => findUse(address) === "bridge");
};

const BRIDGED = new Set<Category>(["send", "supply", "stake", "withdraw", "wrap"]);

function findOther(details: TransactionDetails, actions: readonly Action[], category: Category | ""): Address | "" {
  const called = findCalled(details);
  if (category === "approve" || category === "revoke") return findOnly(listSpenders(details, actions)) ?? called;
  const isTransfer = category === "send" || category === "receive";
  return isTransfer || !isActive(details) ? (findOnly(listParties(details, actions)) ?? called) : called;
}

const findOnly = (addresses: readonly Address[]): Address | undefined => {
  const [first, ...more] = new Set(addresses);
  return more.length === 0 ? first : undefined;
};

/** The contract that the owner called, or that another sender called. */
function findCalled(details: TransactionDetails): Address | "" {
  const { owner, sender, call } = details;
  if (call?.to === undefined) return "";
  if (sender === owner) return call.to;
  if (!isActive(details)) return call.to === owner ? call.from : call.to;
  const own = listCalls(call).filter(({ from, to, isDelegated }) => from === owner && to !== owner && !isDelegated);
  return findOnly(own.flatMap(({ to }) => to ?? [])) ?? "";
}

function listParties({ owner, movements }: TransactionDetails, actions: readonly Action[]): Address[] {
  const moved = movements.flatMap((movement) => (isTransfer(movement) ? otherSide(owner, movement) : []));
  const meant = actions.flatMap((action) =>
    action.type === "send_token" || action.type === "send_nft" ? otherSide(owner, action) : [],
  );
  return moved.length > 0 ? moved : meant;
}

const isTransfer = (movement: Movement): movement is Movement & { kind: "nft" | "token" } =>
  movement.kind === "token" || movement.kind === "nft";

function otherSide(owner: Address, { from, to }: { from: Address; to: Address }): Address[] {
  const other = from === owner ? [to] : to === owner ? [from] : [];
  return other.filter((address) => address !== ZERO_ADDRESS);
}

function listSpenders({ owner, movements }: TransactionDetails, actions: readonly Action[]): Address[] {
  const meant = actions.flatMap((action) => ("spender" in action && action.owner === owner ? [action.spender] : []));
  const described = movements.flatMap((movement) =>
    "spender" in movement && movement.owner === owner ? [movement.spender] : [],
  );
  return (meant.length > 0 ? meant : described).filter((address) => address !== ZERO_ADDRESS);
}
