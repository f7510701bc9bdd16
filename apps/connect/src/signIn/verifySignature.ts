import { createRpc, EndpointError, findCause, getChain, isLagging } from "@portico/evm";
import { type Chain, isRateLimited, isUnsupported, RpcCallError, type RpcEvent, WrongChainError } from "@portico/evm";
import {
  type Address,
  createPublicClient,
  custom,
  type Hex,
  isErc8010Signature,
  parseErc6492Signature,
  verifyMessage,
  zeroAddress,
} from "viem";

export interface SignedMessage {
  address: Address;
  /** EIP-155, from the message: a smart account exists only on its chain. */
  chainId: number;
  message: string;
  signature: Hex;
}

/**
 * What verified the signature: the address's own `key`, on any chain, or a `contract` of the message's chain alone.
 * `unavailable`: only the chain can decide, and it can't be reached now.
 */
export type Verdict = "contract" | "invalid" | "key" | "unavailable";

export interface SignatureVerifier {
  verify(this: void, signed: SignedMessage): Promise<Verdict>;
  /** Whether smart accounts of this chain can sign in at all. */
  serves(this: void, chainId: number): boolean;
}

export interface VerifierOptions {
  /** URLs by chain slug. */
  rpcUrls: Iterable<readonly [chain: string, urls: readonly string[]]>;
  /** Called for every RPC call; must not throw. */
  onCall?: ((chain: string, event: RpcEvent) => void) | undefined;
  /** For all RPC calls; half of it for the check that the chain responds at all. */
  timeoutMs?: number;
}

/** An ERC-6492 signature of a new account carries the account's creation; 8 kB suffice for all wallets. */
const MAX_SIGNATURE_BYTES = 8192;
const MAX_SIGNATURE_LENGTH = 2 + 2 * MAX_SIGNATURE_BYTES;
const ECDSA_LENGTH = 2 + 2 * 65;

/** Whether it is hex of 1 to 8192 bytes. The length is checked before a pattern reads it. */
export const isSignature = (value: unknown): value is Hex =>
  typeof value === "string" && value.length <= MAX_SIGNATURE_LENGTH && /^0x(?:[\da-f]{2})+$/i.test(value);

/**
 * Verifies EIP-191 signatures: of a key locally; of a smart account (ERC-1271), also before its
 * deployment (ERC-6492), on the chain of the message.
 * @see https://eips.ethereum.org/EIPS/eip-1271 https://eips.ethereum.org/EIPS/eip-6492
 */
export function createSignatureVerifier({ rpcUrls, onCall, timeoutMs = 4000 }: VerifierOptions): SignatureVerifier {
  const served = new Map<number, ChainCheck>();
  for (const [slug, urls] of rpcUrls) {
    const chain = getChain(slug);
    served.set(chain.chainId, { chain, urls, timeoutMs, ...(onCall && { onCall: (event) => onCall(slug, event) }) });
  }
  const verify = async (signed: SignedMessage): Promise<Verdict> => {
    const { address, signature, chainId } = signed;
    // The chain recovers the zero address from invalid signatures: anyone could sign in as it.
    if (!isSignature(signature) || address === zeroAddress) return "invalid";
    if (await isSignedByKey(signed)) return "key";
    // ERC-8010 would run calls of the sender's choice for an account that once delegated (EIP-7702).
    if (isErc8010Signature(signature)) return "invalid";
    const servedChain = served.get(chainId);
    return servedChain === undefined ? "invalid" : await verifyOnChain(servedChain, signed);
  };
  return { verify, serves: (chainId) => served.has(chainId) };
}

/** Recovers the address. A wallet may wrap its key's signature like a contract's: the signer counts. */
async function isSignedByKey({ address, message, signature }: SignedMessage): Promise<boolean> {
  try {
    const { signature: inner } = parseErc6492Signature(signature);
    return inner.length === ECDSA_LENGTH && (await verifyMessage({ address, message, signature: inner }));
  } catch {
    return false; // 65 bytes that are not a point of the curve, or an empty wrapping
  }
}

interface ChainCheck {
  chain: Chain;
  urls: readonly string[];
  timeoutMs: number;
  onCall?: (event: RpcEvent) => void;
}

/**
 * viem returns `false` if the RPC is down as well: so the chain must first show that it responds, and node failures
 * are distinguished from the account's result. Each signature has its own clients, so that an account that burns
 * the node's time delays no other user in a batch or by a backoff.
 */
async function verifyOnChain({ chain, urls, timeoutMs, ...rest }: ChainCheck, signed: SignedMessage): Promise<Verdict> {
  const rpc = createRpc({
    chain,
    urls,
    timeoutMs: Math.ceil(timeoutMs / (2 * urls.length - 1)), // all URLs except the last may hang within half of the timeout
    attempts: Math.max(2, urls.length),
    ...rest,
    batchSize: 1,
    baseDelayMs: 50,
    maxDelayMs: 200, // a user waits: a node that requests a longer backoff is unavailable
    maxRetryAfterMs: 200,
    isUrgent: true,
  });
  let isDown = false;
  const request = async (call: Parameters<typeof rpc.request>[0]): Promise<unknown> => {
    try {
      return await rpc.request(call);
    } catch (error) {
      isDown ||= isFaultOfNode(error);
      throw error;
    }
  };
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });

  const endAt = performance.now() + timeoutMs;
  const head = await within(timeoutMs / 2, client.getBlockNumber()).catch(() => undefined);
  if (head === undefined) return "unavailable";

  const { address, message, signature } = signed;
  const answer = client.verifyMessage({ address, message, signature });
  const isValid = await within(endAt - performance.now(), answer).catch(() => false);
  if (isValid === true) return "contract";
  return isDown ? "unavailable" : "invalid";
}

/** A node that responds and then takes too long over one call was kept busy by the account. */
function isFaultOfNode(error: unknown): boolean {
  const failure = findCause(error, EndpointError);
  if (failure !== undefined) return failure.kind !== "timeout";
  if (findCause(error, WrongChainError) !== undefined) return true;
  const refusal = findCause(error, RpcCallError);
  return refusal !== undefined && (isRateLimited(refusal) || isLagging(refusal) || isUnsupported(refusal));
}

/** @returns undefined if it takes longer. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, timeoutMs, undefined)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
