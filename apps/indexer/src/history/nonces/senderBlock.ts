import type { Address, Rpc } from "@portico/evm";
import { isHex, numberToHex } from "viem";
import { recoverAuthorizationAddress } from "viem/utils";

export const BLOCK_METHOD = "eth_getBlockByNumber";

/** A block with the senders and nonces of its transactions, and their authorizations (EIP-7702). Not checked. */
export interface SenderBlock {
  number: unknown;
  transactions: SenderTransaction[];
}

export interface SenderTransaction {
  hash: unknown;
  /** Lower-case. */
  from: string | undefined;
  nonce: bigint | undefined;
  authorizations: readonly unknown[];
}

/** @throws what `check` throws for the replies of all endpoints. */
export const requestSenderBlock = (
  rpc: Rpc,
  blockNumber: bigint,
  check: (block: SenderBlock | null) => void,
): Promise<SenderBlock | null> =>
  rpc.send<SenderBlock | null>({
    method: BLOCK_METHOD,
    params: [numberToHex(blockNumber), true],
    compact: compactBlock,
    check,
  });

function compactBlock(block: unknown): SenderBlock | null {
  if (typeof block !== "object" || block === null || !("transactions" in block)) return null;
  if (!Array.isArray(block.transactions)) return null;
  const list = block.transactions as readonly unknown[];
  return { number: "number" in block ? block.number : undefined, transactions: list.map(compactSender) };
}

/** @param transaction - As the node returns it. */
export function compactSender(transaction: unknown): SenderTransaction {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are checked here and when they are read
  const { hash, from, nonce, authorizationList } = (transaction ?? {}) as Partial<Record<string, unknown>>;
  return {
    hash,
    from: typeof from === "string" ? from.toLowerCase() : undefined,
    nonce: readQuantity(nonce),
    authorizations: Array.isArray(authorizationList) ? (authorizationList as readonly unknown[]) : [],
  };
}

const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === "string" && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : undefined;

/**
 * The nonces that an account's authorizations in a transaction have, for a chain or all chains, in their order.
 * @param isWanted - Others are left out: the signer of each is recovered.
 */
export async function listAuthorizedNonces(
  { authorizations }: SenderTransaction,
  owner: Address,
  chainId: number,
  isWanted: (nonce: bigint) => boolean,
): Promise<bigint[]> {
  const nonces: bigint[] = [];
  for (const authorization of authorizations) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are checked here
    const fields = (authorization ?? {}) as Partial<Record<string, unknown>>;
    const [nonce, chain] = [readQuantity(fields["nonce"]), readQuantity(fields["chainId"])];
    if (nonce === undefined || !isWanted(nonce) || (chain !== 0n && chain !== BigInt(chainId))) continue;
    if ((await recoverSigner(fields, nonce, Number(chain))) === owner.toLowerCase()) nonces.push(nonce);
  }
  return nonces;
}

/** undefined if the authorization has no valid signature. */
async function recoverSigner(
  { address, r, s, yParity, v }: Partial<Record<string, unknown>>,
  nonce: bigint,
  chainId: number,
): Promise<string | undefined> {
  const parity = readQuantity(yParity ?? v);
  if (!isHex(address) || !isHex(r) || !isHex(s) || parity === undefined) return undefined;
  const authorization = { address, chainId, nonce: Number(nonce), r, s, yParity: Number(parity % 27n) };
  try {
    return (await recoverAuthorizationAddress({ authorization })).toLowerCase();
  } catch {
    return undefined; // such an authorization is ignored
  }
}
