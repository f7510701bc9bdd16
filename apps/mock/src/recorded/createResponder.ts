import { invalidParams } from "@portico/server/errors";
import type { Directives } from "../scenarios/directives.ts";
import { addressOf } from "../scenarios/scenarios.ts";
import { createWhale } from "../scenarios/createWhale.ts";
import type { RecordedReply } from "./recordedRequest.ts";
import { catalogueAliasAnswers, userAliasAnswers } from "./aliasAnswers.ts";
import { catalogueAnswers } from "./catalogueAnswers.ts";
import { findNamed, findUser, emptyUser, readAddress, withAddress } from "./findUser.ts";
import type { ChainFault } from "./syncStatus.ts";
import type { RecordedUser, Recording } from "./recording.ts";
import { userAnswers } from "./userAnswers.ts";

export interface OperationRequest {
  readonly operationId: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Valid by the contract. */
  readonly body?: unknown;
  /** Address of the signed-in user, for operations about them. */
  readonly signedIn: string | undefined;
  readonly directives: Directives;
}

export interface Responder {
  /** The recorded response, and its owner; undefined if there is none. @throws ServiceError like the API. */
  readonly respond: (
    question: OperationRequest,
  ) => Promise<(RecordedReply & { readonly user?: RecordedUser }) | undefined>;
  /** The owner of an address. @throws ServiceError. */
  readonly findUser: (address: string, directives: Directives) => RecordedUser;
}

/** Maximum cached whales, by seed and address. */
const WHALES = 4;

/** Responds from a recording. */
export function createResponder(recording: Recording): Responder {
  const getWhale = createWhaleCache(recording);
  const isWhale = ({ user }: Directives): boolean => user === "whale";
  /** With a whale's tokens if one is requested. */
  const getKnown = (directives: Directives, address = WHALE): Recording =>
    isWhale(directives) ? getWhale(directives.seed, address).recording : recording;
  const userOf: Responder["findUser"] = (address, directives) =>
    isWhale(directives) ? getWhale(directives.seed, address).whale : chooseUser(recording, directives, address);
  const respond: Responder["respond"] = async ({ operationId, query, body, signedIn, directives }) => {
    const name = operationId.replace(/^getMe(?=[A-Z])/, "getUser");
    const faults = listFaults(recording, directives);
    const ofChains = new Map([...faults].filter(([, fault]) => fault !== "unread")); // an address is unread, not a chain
    const catalogueHandler = catalogueAnswers[name] ?? catalogueAliasAnswers[name];
    if (catalogueHandler !== undefined) {
      return catalogueHandler({ recording: getKnown(directives), faults: ofChains, query, user: emptyUser("") });
    }
    if (operationId.startsWith("postWallet")) {
      const { walletAnswers } = await import("../wallet/answerWallet.ts"); // with viem, which the rest doesn't need
      const find = (address: string): RecordedUser => userOf(address, directives);
      return walletAnswers[operationId]?.({
        recording: getKnown(directives),
        faults: ofChains,
        body,
        findUser: find,
      });
    }
    const userHandler = userAnswers[name] ?? userAliasAnswers[name];
    if (userHandler === undefined) return undefined;
    const address = signedIn ?? readAddress(String(query["id"]));
    const user = userOf(address, directives);
    const reply = userHandler({ recording: getKnown(directives, address), faults, query, user });
    return reply && { ...reply, user };
  };
  return { respond, findUser: userOf };
}

const WHALE = addressOf({ digits: "5000" });

function createWhaleCache(recording: Recording): (seed: string, address: string) => ReturnType<typeof createWhale> {
  const whales = new Map<string, ReturnType<typeof createWhale>>();
  return (seed, address) => {
    const name = `${address} ${seed}`;
    const cached = whales.get(name);
    if (cached !== undefined) return cached;
    const model = findNamed(recording, "demo") ?? recording.users[0];
    if (model === undefined) throw new Error("The recording has no user");
    const whale = createWhale(recording, withOwnAddress(model, address), seed);
    if (whales.size >= WHALES) whales.clear();
    whales.set(name, whale);
    return whale;
  };
}

function chooseUser(recording: Recording, { user: name, seed }: Directives, address: string): RecordedUser {
  if (name === undefined) return findUser(recording, address, seed);
  if (name === "empty") return emptyUser(address);
  const named = findNamed(recording, name);
  if (named !== undefined) return withOwnAddress(named, address);
  const known = ["empty", "whale", ...recording.users.map((one) => one.name)];
  throw invalidParams({ "Portico-Mock": `person must be one of ${known.join(", ")}` });
}

const withOwnAddress = (user: RecordedUser, address: string): RecordedUser =>
  user.address === address ? user : withAddress(user, address);

function listFaults(
  { catalogue: { reaches: syncStatuses } }: Recording,
  { scenario }: Directives,
): ReadonlyMap<string, ChainFault> {
  if (scenario?.chains === undefined) return new Map();
  const { which, fault } = scenario.chains;
  return new Map((which === "all" ? syncStatuses : syncStatuses.slice(-1)).map(({ chain }) => [chain, fault]));
}
