import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbiItem } from "viem";
import type { EventSignal, OwnerContext } from "../../adapter.ts";
import { toAddress } from "../../toAddress.ts";
import { toLower } from "../../toLower.ts";
import { evcAbi } from "./eulerV2Reads.ts";
import type { EulerV2Contracts } from "./eulerV2Reads.ts";

/** An owner's account at the connector: all 256 addresses that differ in the last byte are the owner's. */
export interface EulerAccount {
  address: Address;
  /** 0: the owner itself. */
  index: number;
  collaterals: readonly Address[];
  /** At most one, except within a call: the vault that it owes. */
  controllers: readonly Address[];
}

export interface EulerTraces {
  accounts: EulerAccount[];
  /** Contracts that the owner called through the connector: vaults, among others. */
  targets: Address[];
}

const called = parseAbiItem(
  "event CallWithContext(address indexed caller, bytes19 indexed onBehalfOfAddressPrefix, address onBehalfOfAccount, address indexed targetContract, bytes4 selector)",
);

/** Of the connector. */
export const connectorEvents: EventSignal[] = [
  {
    event: parseAbiItem("event OwnerRegistered(bytes19 indexed addressPrefix, address indexed owner)"),
    owners: ["owner"],
    emitters: "identified",
  },
  { event: called, owners: ["caller"], key: "onBehalfOfAccount", emitters: "identified" },
  { event: called, owners: ["caller"], key: "targetContract", emitters: "identified" },
];

/** Interfaces number an owner's accounts upwards, so the first are read even if no event names them. */
const FIRST_ACCOUNTS = 16;

/** The owner and its accounts that are in use. One stage, two on a chain that is indexed from a later block. */
export async function readAccounts(context: OwnerContext<EulerV2Contracts>, evc: Address): Promise<EulerTraces> {
  const { owner, interactions, read } = context;
  const own = interactions.filter(({ contract }) => contract === evc);
  const named = own.flatMap(({ key }) => (key === "" ? [] : [toAddress(key)]));
  const [used, targets] = [
    named.filter((address) => isOfOwner(address, owner)),
    named.filter((address) => !isOfOwner(address, owner)),
  ];
  const isUser = own.length > 0 || (await isRegistered(context, evc));
  const guessed = isUser ? Array.from({ length: FIRST_ACCOUNTS }, (_, index) => toAccount(owner, index)) : [];
  const addresses = [...new Set([owner, ...used, ...guessed])];
  const list = (functionName: "getCollaterals" | "getControllers") =>
    read(addresses.map((address) => ({ address: evc, abi: evcAbi, functionName, args: [address] }) as const));
  const [collaterals, controllers] = await Promise.all([list("getCollaterals"), list("getControllers")]);
  const accounts = addresses.map((address, at): EulerAccount => ({
    address,
    index: toIndex(address) ^ toIndex(owner),
    collaterals: collaterals[at]!.map(toLower),
    controllers: controllers[at]!.map(toLower),
  }));
  const isUsed = ({ address, collaterals: enabled, controllers: owed }: EulerAccount): boolean =>
    address === owner || used.includes(address) || enabled.length + owed.length > 0;
  return { accounts: accounts.filter(isUsed), targets };
}

/** Read only where events before the first indexed block may be missing. */
async function isRegistered({ owner, interactionsFrom, read }: OwnerContext<EulerV2Contracts>, evc: Address) {
  if (interactionsFrom === undefined) return false;
  const [registered] = await read([{ address: evc, abi: evcAbi, functionName: "getAccountOwner", args: [owner] }]);
  return registered !== ZERO_ADDRESS;
}

const toIndex = (address: Address): number => Number.parseInt(address.slice(-2), 16);

const isOfOwner = (address: Address, owner: Address): boolean => address.slice(0, -2) === owner.slice(0, -2);

const toAccount = (owner: Address, index: number): Address =>
  `0x${owner.slice(2, -2)}${(toIndex(owner) ^ index).toString(16).padStart(2, "0")}`;
