import { randomBytes, randomInt } from "node:crypto";
import { addressKey } from "@portico/server";
import {
  createPhoneSignIn,
  findPhoneRequest,
  findPhoneState,
  openPhoneSignIn,
  redeemPhoneCode,
  setPhoneProof,
  type Store,
  type Subject,
} from "@portico/store";
import { toQrPath } from "@portico/ui/toQrPath";
import type { Request } from "express";
import type { ClientInfo, PhoneDetails, PhoneOffer, PhoneProof, PhoneStatus } from "../page/interactionResponse.ts";
import { SignInError } from "../signIn/signInError.ts";
import { browserLabel } from "./browserLabel.ts";

/** Long enough to unlock a phone and a wallet; a link that is passed on is soon worthless. */
const TTL_SECONDS = 300;

/** What the person signs in to, as the phone shows it. */
export interface PhoneRequest {
  /** Null: the user's own pages. */
  readonly client: (ClientInfo & { readonly redirect_host: string }) | null;
  readonly scopes: readonly string[];
}

type StoredRequest = PhoneRequest & { readonly browser: string };

/**
 * Begins a sign-in that a phone continues: the wallet on the phone proves the address there, and the browser that began
 * presents the code that the phone then shows. So a person who was made to sign by a foreign link must also be made to
 * tell the code.
 * @param purpose - What the waiting browser signs in for; nothing else can be continued with it.
 */
export async function offerPhone(
  { db, issuer }: { db: Store; issuer: string },
  { purpose, request }: { purpose: string; request: PhoneRequest },
  { ip, headers }: Request,
): Promise<PhoneOffer> {
  const [phone, waiting] = [randomBytes(16).toString("base64url"), randomBytes(16).toString("base64url")];
  const stored: StoredRequest = { ...request, browser: browserLabel(headers["user-agent"]) };
  const network = addressKey(ip);
  await createPhoneSignIn(db, { phone, waiting, purpose, request: stored, network, ttlSeconds: TTL_SECONDS });
  const url = `${issuer}/phone/${phone}`;
  return { url, qr: toQrPath(url), waiting, expires_in: TTL_SECONDS };
}

/** How far the phone is. */
export async function readPhoneStatus(
  db: Store,
  purpose: string,
  { waiting }: Readonly<Record<string, unknown>>,
): Promise<PhoneStatus> {
  return { state: await findPhoneState(db, { waiting: readWaiting(waiting), purpose }) };
}

/**
 * The account that the phone proved, for the right code. @throws SignInError invalid_params, phone_code_wrong,
 * phone_ended.
 */
export async function redeemCode(
  db: Store,
  purpose: string,
  { waiting, code }: Readonly<Record<string, unknown>>,
): Promise<Subject> {
  if (typeof code !== "string" || !/^\d{6}$/.test(code)) {
    throw new SignInError("invalid_params", "code must be the six digits that the phone shows.");
  }
  const outcome = await redeemPhoneCode(db, { waiting: readWaiting(waiting), purpose, code });
  if (outcome === undefined || ("attemptsLeft" in outcome && outcome.attemptsLeft === 0)) throw ended();
  if ("account" in outcome) return outcome.account;
  throw new SignInError("phone_code_wrong", "The code is not the one that the phone shows. Compare them again.");
}

/** @throws SignInError phone_ended. */
export async function openOnPhone(db: Store, phone: string, { ip }: Request): Promise<PhoneDetails> {
  const opened = await openPhoneSignIn(db, { phone, network: addressKey(ip) });
  if (opened === undefined) throw ended();
  const request = opened.request as StoredRequest; // as offerPhone stored it
  return { ...request, is_same_network: opened.isSameNetwork, expires_in: opened.secondsLeft };
}

/** @throws SignInError phone_ended. */
export async function getPhoneRequest(db: Store, phone: string): Promise<StoredRequest> {
  const request = await findPhoneRequest(db, phone);
  if (request === undefined) throw ended();
  return request as StoredRequest; // as offerPhone stored it
}

/** Stores what the phone proved. @returns the code to show there. @throws SignInError phone_ended. */
export async function completeOnPhone(db: Store, phone: string, account: Subject): Promise<PhoneProof> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  if (!(await setPhoneProof(db, { phone, account, code }))) throw ended();
  return { code };
}

/** What challenges for a phone are bound to. */
export const phonePurpose = (phone: string): string => `phone ${phone}`;

function readWaiting(waiting: unknown): string {
  if (typeof waiting === "string" && /^[\w-]{22}$/.test(waiting)) return waiting;
  throw new SignInError("invalid_params", "waiting must be the secret that this page received.");
}

/** The same for unknown, expired and used ones. */
const ended = (): SignInError =>
  new SignInError("phone_ended", "This sign-in by phone has ended. Start again in the browser where you began.");
