import { hash, randomBytes } from "node:crypto";
import {
  burnSiweChallenge,
  contractSubject,
  createSiweChallenge,
  findChallengeState,
  keySubject,
  type Store,
  type Subject,
} from "@portico/store";
import { getAddress, isAddress, zeroAddress } from "viem";
import { createSiweMessage } from "viem/siwe";
import { SignInError } from "./signInError.ts";
import { isSignature, type SignatureVerifier } from "./verifySignature.ts";

/** What a user signs for. */
export interface Purpose {
  issuer: string;
  /** Binds the challenge: it can't be answered for anything else. A secret: the message's Request ID is its hash. */
  interaction: string;
  /** One line: see `writeStatement`. */
  statement: string;
  ttlSeconds: number;
}

/** @throws RangeError if no wallet can sign for this issuer: the grammar allows names and IPv4 addresses. */
export function assertSignable(issuer: string): void {
  const { host } = new URL(issuer);
  const fields = { address: zeroAddress, chainId: 1, nonce: "00000000", uri: issuer, version: "1" } as const;
  try {
    createSiweMessage({ domain: host, ...fields });
  } catch (cause) {
    throw new RangeError(`'${host}' is not a valid domain for a message to sign (EIP-4361)`, { cause });
  }
}

export interface Challenge {
  nonce: string;
  message: string;
}

/**
 * Creates and stores the text to sign. A client's text is never read: this one is verified.
 * @param body.address - In any case. @param body.chain_id - EIP-155.
 * @throws SignInError invalid_params.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export async function createChallenge(
  db: Store,
  body: Readonly<Record<string, unknown>>,
  { issuer, interaction, statement, ttlSeconds }: Purpose,
): Promise<Challenge> {
  const { address, chainId } = readAccount(body);
  const nonce = randomBytes(16).toString("hex"); // viem's generateSiweNonce uses Math.random
  const issuedAt = new Date();
  const message = createSiweMessage({
    domain: new URL(issuer).host,
    address,
    statement,
    uri: issuer,
    version: "1",
    chainId,
    nonce,
    issuedAt,
    expirationTime: new Date(issuedAt.getTime() + ttlSeconds * 1000),
    requestId: hash("sha256", interaction, "base64url"),
  });
  await createSiweChallenge(db, { nonce, interaction, message, address, chainId, ttlSeconds });
  return { nonce, message };
}

function readAccount({ address, chain_id: chainId }: Readonly<Record<string, unknown>>) {
  if (typeof address !== "string" || !isAddress(address, { strict: false })) {
    throw new SignInError("invalid_params", "address must be 0x and 40 hex digits.");
  }
  if (typeof chainId !== "number" || !Number.isSafeInteger(chainId) || chainId < 1) {
    throw new SignInError("invalid_params", "chain_id must be a positive integer.");
  }
  return { address: getAddress(address.toLowerCase()), chainId };
}

const NONCE = /^[\da-f]{32}$/;

/**
 * Verifies a signature. The challenge is consumed first, regardless of the result: one attempt each.
 * @returns the account that signed: of a key by its address, of a contract also by its chain.
 * @throws SignInError invalid_params, challenge_unknown, _used, _expired, signature_invalid, chain_unavailable.
 */
export async function proveAddress(
  { db, verifier }: { db: Store; verifier: SignatureVerifier },
  body: Readonly<Record<string, unknown>>,
  interaction: string,
): Promise<Subject> {
  const { nonce, signature } = body;
  if (typeof nonce !== "string" || !NONCE.test(nonce)) {
    throw new SignInError("challenge_unknown", "The message to sign is unknown. Request a new one.");
  }
  if (!isSignature(signature)) throw new SignInError("invalid_params", "signature must be hex of 1 to 8192 bytes.");
  const challenge = await burnSiweChallenge(db, { nonce, interaction });
  if (challenge === undefined) throw await explainLoss(db, { nonce, interaction });

  const { address, chainId, message } = challenge;
  const verdict = await verifier.verify({ address, chainId, message, signature });
  if (verdict === "key") return keySubject(address);
  if (verdict === "contract") return contractSubject(chainId, address);
  throw verdict === "unavailable" ? unavailable() : mismatch(verifier.serves(chainId));
}

async function explainLoss(db: Store, which: { nonce: string; interaction: string }): Promise<SignInError> {
  const state = await findChallengeState(db, which);
  if (state === "unknown") {
    return new SignInError("challenge_unknown", "The message to sign is unknown. Request a new one.");
  }
  return state === "used"
    ? new SignInError("challenge_used", "This message was already used. Request a new one and sign again.")
    : new SignInError("challenge_expired", "The message to sign has expired. Request a new one and sign again.");
}

const unavailable = (): SignInError =>
  new SignInError(
    "chain_unavailable",
    "This looks like a smart account, and its chain can't be reached right now. Try again in a moment.",
    { retryAfterSeconds: 5 },
  );

const mismatch = (isServed: boolean): SignInError =>
  new SignInError(
    "signature_invalid",
    isServed
      ? "The signature does not match the address. Choose the account in your wallet that you want to sign in with, and try again."
      : "The signature does not match the address. A smart account can sign in only on a chain that this service supports: switch the chain in your wallet and try again.",
  );
