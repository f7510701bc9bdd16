import { invalidParams } from "@portico/server/errors";
import type { Directives } from "../scenarios/directives.ts";
import { addressOf } from "../scenarios/scenarios.ts";
import { createWhale } from "../scenarios/createWhale.ts";
import type { Told } from "./ask.ts";
import { catalogueAnswers } from "./catalogueAnswers.ts";
import { findNamed, findPerson, nobody, readAddress, withAddress } from "./findPerson.ts";
import type { ChainFault } from "./reach.ts";
import type { Person, Recording } from "./recording.ts";
import { userAnswers } from "./userAnswers.ts";

export interface Question {
  readonly operationId: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Valid by the contract. */
  readonly body?: unknown;
  /** Address of the signed-in user, for operations about them. */
  readonly signedIn: string | undefined;
  readonly directives: Directives;
}

export interface Teller {
  /** The recorded response, and its owner; undefined if there is none. @throws ServiceError like the API. */
  readonly tell: (question: Question) => Promise<(Told & { readonly person?: Person }) | undefined>;
  /** The owner of an address. @throws ServiceError. */
  readonly findPerson: (address: string, directives: Directives) => Person;
}

/** Maximum cached whales, by seed and address. */
const WHALES = 4;

/** Responds from a recording. */
export function createTeller(recording: Recording): Teller {
  const getWhale = keepWhales(recording);
  const isWhale = ({ person }: Directives): boolean => person === "whale";
  /** With a whale's tokens if one is requested. */
  const getKnown = (directives: Directives, address = WHALE): Recording =>
    isWhale(directives) ? getWhale(directives.seed, address).recording : recording;
  const personOf: Teller["findPerson"] = (address, directives) =>
    isWhale(directives) ? getWhale(directives.seed, address).whale : choosePerson(recording, directives, address);
  const tell: Teller["tell"] = async ({ operationId, query, body, signedIn, directives }) => {
    const name = operationId.replace(/^getMe(?=[A-Z])/, "getUser");
    const faults = listFaults(recording, directives);
    const ofChains = new Map([...faults].filter(([, fault]) => fault !== "unread")); // an address is unread, not a chain
    const tellCatalogue = catalogueAnswers[name];
    if (tellCatalogue !== undefined) {
      return tellCatalogue({ recording: getKnown(directives), faults: ofChains, query, person: nobody("") });
    }
    if (operationId.startsWith("postWallet")) {
      const { walletAnswers } = await import("../wallet/answerWallet.ts"); // with viem, which the rest doesn't need
      const find = (address: string): Person => personOf(address, directives);
      return walletAnswers[operationId]?.({
        recording: getKnown(directives),
        faults: ofChains,
        body,
        findPerson: find,
      });
    }
    const tellUser = userAnswers[name];
    if (tellUser === undefined) return undefined;
    const address = signedIn ?? readAddress(String(query["id"]));
    const person = personOf(address, directives);
    const told = tellUser({ recording: getKnown(directives, address), faults, query, person });
    return told && { ...told, person };
  };
  return { tell, findPerson: personOf };
}

const WHALE = addressOf({ digits: "5000" });

function keepWhales(recording: Recording): (seed: string, address: string) => ReturnType<typeof createWhale> {
  const whales = new Map<string, ReturnType<typeof createWhale>>();
  return (seed, address) => {
    const name = `${address} ${seed}`;
    const kept = whales.get(name);
    if (kept !== undefined) return kept;
    const model = findNamed(recording, "demo") ?? recording.people[0];
    if (model === undefined) throw new Error("Nobody is recorded");
    const whale = createWhale(recording, withOwnAddress(model, address), seed);
    if (whales.size >= WHALES) whales.clear();
    whales.set(name, whale);
    return whale;
  };
}

function choosePerson(recording: Recording, { person: name, seed }: Directives, address: string): Person {
  if (name === undefined) return findPerson(recording, address, seed);
  if (name === "empty") return nobody(address);
  const named = findNamed(recording, name);
  if (named !== undefined) return withOwnAddress(named, address);
  const known = ["empty", "whale", ...recording.people.map((one) => one.name)];
  throw invalidParams({ "Portico-Mock": `person is one of ${known.join(", ")}` });
}

const withOwnAddress = (person: Person, address: string): Person =>
  person.address === address ? person : withAddress(person, address);

function listFaults({ catalogue: { reaches } }: Recording, { scenario }: Directives): ReadonlyMap<string, ChainFault> {
  if (scenario?.chains === undefined) return new Map();
  const { which, fault } = scenario.chains;
  return new Map((which === "all" ? reaches : reaches.slice(-1)).map(({ chain }) => [chain, fault]));
}
