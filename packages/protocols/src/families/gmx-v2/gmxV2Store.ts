import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { encodeAbiParameters, keccak256, parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";

/** Contracts with roles, the role store and the data store of GMX V2. @see "abis of @gmx-io/sdk 1.4.0" */
export const storeAbi = parseAbi([
  "function roleStore() view returns (address)",
  "function dataStore() view returns (address)",
  "function getRoleMembers(bytes32 role, uint256 start, uint256 end) view returns (address[])",
  "function containsAddress(bytes32 set, address value) view returns (bool)",
  "function getAddressValuesAt(bytes32 set, uint256 start, uint256 end) view returns (address[])",
  "function getAddress(bytes32 key) view returns (address)",
  "function getUint(bytes32 key) view returns (uint256)",
  "function getInt(bytes32 key) view returns (int256)",
  "function getBool(bytes32 key) view returns (bool)",
  "function getBytes32ValuesAt(bytes32 set, uint256 start, uint256 end) view returns (bytes32[])",
]);

export const hashText = (text: string): Hex => keccak256(encodeAbiParameters([{ type: "string" }], [text]));
const hashOf = (types: readonly string[], values: readonly unknown[]): Hex =>
  keccak256(
    encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    ),
  );

/** The key of a value: the hashed name of a setting and what it is of, or an item and the hashed name of its field. */
export const toStoreKey = (...parts: readonly (Hex | boolean)[]): Hex =>
  hashOf(
    parts.map((part) => (typeof part === "boolean" ? "bool" : part.length === 42 ? "address" : "bytes32")),
    parts,
  );

/** Keys of the data store. */
export const MARKET_LIST = hashText("MARKET_LIST");
export const GLV_LIST = hashText("GLV_LIST");
export const toLongTokenKey = (market: Address): Hex =>
  hashOf(["address", "bytes32"], [market, hashText("LONG_TOKEN")]);
export const toShortTokenKey = (market: Address): Hex =>
  hashOf(["address", "bytes32"], [market, hashText("SHORT_TOKEN")]);
export const toPoolAmountKey = (market: Address, token: Address): Hex =>
  hashOf(["bytes32", "address", "address"], [hashText("POOL_AMOUNT"), market, token]);
export const toGlvMarketsKey = (glv: Address): Hex =>
  hashOf(["bytes32", "address"], [hashText("GLV_SUPPORTED_MARKET_LIST"), glv]);

const CONTROLLER = hashText("CONTROLLER");
/** Controllers that are read: about half of them name the data store. */
const MAX_CONTROLLERS = 50n;

/**
 * The data store of a deployment: the one that its controllers write to. Undefined: none of them names one with the same
 * roles.
 */
export async function findDataStore(
  { readOnce }: ReadContext<unknown>,
  eventEmitter: Address,
): Promise<Address | undefined> {
  const readOf = async (address: Address, functionName: "dataStore" | "roleStore"): Promise<Address> => {
    const reading = readOnce([{ address, abi: storeAbi, functionName }]);
    return toLower((await unlessUnread<readonly [Address]>(reading, [ZERO_ADDRESS]))[0]);
  };
  const roleStore = await readOf(eventEmitter, "roleStore");
  const args = [CONTROLLER, 0n, MAX_CONTROLLERS] as const;
  const listing = readOnce([{ address: roleStore, abi: storeAbi, functionName: "getRoleMembers", args }]);
  const [members] = await unlessUnread<readonly [readonly Address[]]>(listing, [[]]);
  const named = await Promise.all(members.map((member) => readOf(member, "dataStore")));
  const stores = [...new Set(named)].filter((address) => address !== ZERO_ADDRESS);
  const roles = await Promise.all(stores.map((store) => readOf(store, "roleStore")));
  return stores.find((_store, index) => roles[index] === roleStore);
}
