import type { UnsignedTx } from "@portico/contract";
import { chains, type Address, type Chain, type Hex } from "@portico/evm";
import { invalidParams, quote, ServiceError } from "@portico/server/errors";

/** A transaction that was not sent. Undefined: not given. */
export interface UnsentTransaction {
  readonly chain: Chain;
  readonly from: Address;
  /** Undefined: contract creation. */
  readonly to: Address | undefined;
  /** Wei. */
  readonly rawValue: bigint;
  /** Lower-case. */
  readonly input: Hex;
  readonly gas: bigint | undefined;
  /** These three in wei per gas. */
  readonly gasPrice: bigint | undefined;
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly nonce: bigint | undefined;
}

const UINT256_MAX = 2n ** 256n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

/** EIP-2681: the last nonce is never used. */
const NONCE_MAX = UINT64_MAX - 1n;

/**
 * Reads a transaction in any spelling that the contract allows.
 * @param tx - Valid by the contract's schema.
 * @param path - Its name in the body, for errors: "tx", "pending_tx_list.0".
 * @throws ServiceError invalid_params naming the field, invalid_chain.
 */
export function readUnsignedTx(tx: UnsignedTx, path: string): UnsentTransaction {
  assertNoAuthorizations(tx, path);
  const quantity = (name: QuantityName, max = UINT256_MAX) => readQuantity(tx[name], `${path}.${name}`, max);
  return {
    chain: readChain(tx.chainId, `${path}.chainId`),
    from: toLower(tx.from),
    to: tx.to ? toLower(tx.to) : undefined,
    rawValue: quantity("value") ?? 0n,
    input: readInput(tx, path),
    gas: quantity("gas", UINT64_MAX),
    gasPrice: quantity("gasPrice"),
    maxFeePerGas: quantity("maxFeePerGas"),
    maxPriorityFeePerGas: quantity("maxPriorityFeePerGas"),
    nonce: quantity("nonce", NONCE_MAX),
  };
}

/** EIP-7702: the delegated code controls the account from then on, which calldata doesn't show and we don't decode. */
function assertNoAuthorizations(tx: UnsignedTx, path: string): void {
  const { authorizationList: list } = tx as { authorizationList?: unknown };
  if (list === undefined || list === null || (Array.isArray(list) && list.length === 0)) return;
  throw invalidParams({
    [`${path}.authorizationList`]: "is not supported: the effects of the delegated code can't be determined",
  });
}

type QuantityName = "gas" | "gasPrice" | "maxFeePerGas" | "maxPriorityFeePerGas" | "nonce" | "value";

/** "0x" is 0, as in RLP; "" means not given. */
function readQuantity(value: UnsignedTx[QuantityName], field: string, max: bigint): bigint | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw invalidParams({ [field]: "is too large to be exact as a JSON number: send it as a string" });
  }
  const quantity = value === "0x" ? 0n : BigInt(value);
  if (quantity > max) throw invalidParams({ [field]: `must be at most ${max}` });
  return quantity;
}

/** Nodes differ in which of the two they use: the effect of such a transaction is undefined. */
function readInput({ data, input }: UnsignedTx, path: string): Hex {
  const [first = "0x", second = first] = [data, input].flatMap((text) => (text ? toLower(text) : []));
  if (first !== second) throw invalidParams({ [`${path}.input`]: "differs from data: send only one of them" });
  return first;
}

const toLower = (hex: string): Hex => hex.toLowerCase() as Hex;

const byNumber = new Map(chains.map((chain) => [BigInt(chain.chainId), chain]));
const bySlug = new Map(chains.map((chain) => [chain.slug, chain]));

function readChain(chainId: string | number, field: string): Chain {
  const text = String(chainId);
  const isNumber = /^(0x[0-9a-f]{1,64}|[0-9]{1,64})$/i.test(text);
  const chain = isNumber ? byNumber.get(BigInt(text)) : bySlug.get(text);
  if (chain !== undefined) return chain;
  const advice = "send the number of EIP-155 or an id of GET /v1/chain/list";
  throw new ServiceError("invalid_chain", `${field} ${quote(text)} is not a known chain: ${advice}`);
}
