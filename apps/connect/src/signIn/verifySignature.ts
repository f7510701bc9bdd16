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
  /** EIP-155, the one that the message names: a smart account stands only on its chain. */
  chainId: number;
  message: string;
  signature: Hex;
}

/**
 * Who vouches for the signature: the address's own `key`, on whatever chain, or a `contract` of the message's chain alone.
 * `unavailable`: only the chain can tell, and it can't be asked just now.
 */
export type Verdict = "contract" | "invalid" | "key" | "unavailable";

export interface SignatureVerifier {
  verify(this: void, signed: SignedMessage): Promise<Verdict>;
  /** Whether smart accounts of this chain can sign in at all. */
  serves(this: void, chainId: number): boolean;
}

export interface VerifierOptions {
  /** URLs by the chain's slug. */
  rpcUrls: Iterable<readonly [chain: string, urls: readonly string[]]>;
  /** Told of every call; must not throw. */
  onCall?: ((chain: string, event: RpcEvent) => void) | undefined;
  /** For all that the chain is asked; half of it for whether the chain answers at all. */
  timeoutMs?: number;
}

/** An ERC-6492 signature of a new account carries the account's creation; 8 kB hold those of all wallets. */
const MAX_SIGNATURE_BYTES = 8192;
const MAX_SIGNATURE_LENGTH = 2 + 2 * MAX_SIGNATURE_BYTES;
const ECDSA_LENGTH = 2 + 2 * 65;

/** Whether it is worth looking at: hex of 1 to 8192 bytes. Its length is judged before a pattern reads it. */
export const isSignature = (value: unknown): value is Hex =>
  typeof value === "string" && value.length <= MAX_SIGNATURE_LENGTH && /^0x(?:[\da-f]{2})+$/i.test(value);

/**
 * Verifies EIP-191 signatures: of a key here, without asking anybody; of a smart account (ERC-1271), and of one that is not
 * deployed yet (ERC-6492), on the chain that the message names.
 * @see https://eips.ethereum.org/EIPS/eip-1271 https://eips.ethereum.org/EIPS/eip-6492
 */
export function createSignatureVerifier({ rpcUrls, onCall, timeoutMs = 4000 }: VerifierOptions): SignatureVerifier {
  const served = new Map<number, Asked>();
  for (const [slug, urls] of rpcUrls) {
    const chain = getChain(slug);
    served.set(chain.chainId, { chain, urls, timeoutMs, ...(onCall && { onCall: (event) => onCall(slug, event) }) });
  }
  const verify = async (signed: SignedMessage): Promise<Verdict> => {
    const { address, signature, chainId } = signed;
    // The chain recovers the zero address from whatever is no signature: as that one everybody could sign in.
    if (!isSignature(signature) || address === zeroAddress) return "invalid";
    if (await isSignedByKey(signed)) return "key";
    // ERC-8010 would run calls of the sender's choice in the name of an account that once delegated (EIP-7702).
    if (isErc8010Signature(signature)) return "invalid";
    const asked = served.get(chainId);
    return asked === undefined ? "invalid" : await askChain(asked, signed);
  };
  return { verify, serves: (chainId) => served.has(chainId) };
}

/** By recovering the address. A wallet may wrap its key's signature as it does a contract's: what counts is who signed. */
async function isSignedByKey({ address, message, signature }: SignedMessage): Promise<boolean> {
  try {
    const { signature: inner } = parseErc6492Signature(signature);
    return inner.length === ECDSA_LENGTH && (await verifyMessage({ address, message, signature: inner }));
  } catch {
    return false; // 65 bytes that are no point of the curve, or a wrapping that holds nothing
  }
}

interface Asked {
  chain: Chain;
  urls: readonly string[];
  timeoutMs: number;
  onCall?: (event: RpcEvent) => void;
}

/**
 * viem says `false` when the RPC is down as well: so the chain must show first that it answers, and failures of the node
 * are told apart from what the account answers. Clients are made for one signature each, so that an account which burns
 * the node's time keeps nobody else waiting in a batch or behind a rest.
 */
async function askChain({ chain, urls, timeoutMs, ...told }: Asked, signed: SignedMessage): Promise<Verdict> {
  const rpc = createRpc({
    chain,
    urls,
    timeoutMs: Math.ceil(timeoutMs / (2 * urls.length - 1)), // all URLs but the last may hang, and the half is not over
    attempts: Math.max(2, urls.length),
    ...told,
    batchSize: 1,
    baseDelayMs: 50,
    maxDelayMs: 200, // a person waits: a node that asks for a longer rest is unavailable
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

/** A node that answers and then takes too long over one call was kept busy by the account. */
function isFaultOfNode(error: unknown): boolean {
  const failure = findCause(error, EndpointError);
  if (failure !== undefined) return failure.kind !== "timeout";
  if (findCause(error, WrongChainError) !== undefined) return true;
  const refusal = findCause(error, RpcCallError);
  return refusal !== undefined && (isRateLimited(refusal) || isLagging(refusal) || isUnsupported(refusal));
}

/** @returns undefined when it takes longer. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, timeoutMs, undefined)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
