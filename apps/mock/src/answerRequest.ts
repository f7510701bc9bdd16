import type { IncomingMessage } from "node:http";
import { invalidParams, ServiceError } from "@portico/http/errors";
import { toProblem, type ProblemContext } from "@portico/http/problem";
import type { IHttpRequest } from "@stoplight/prism-http";
import { createMock, PreferenceError, type Mock, type MockAnswer } from "./createMock.ts";
import { parsePrefer, type Preferences } from "./prefer.ts";
import { readRequest } from "./readRequest.ts";
import { createTeller, type Teller } from "./recorded/createTeller.ts";
import { findNamed } from "./recorded/findPerson.ts";
import type { Recording } from "./recorded/recording.ts";
import { DEFAULT_SEED, type Directives } from "./scenarios/directives.ts";
import { addressOf, SCENARIOS } from "./scenarios/scenarios.ts";
import { describePerson } from "./signIn/aboutPerson.ts";
import { createSignIn, type SignIn } from "./signIn/createSignIn.ts";
import { isUnknownChain, toViolations } from "./violations.ts";

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Absent: the contract's example. */
  readonly source?: "recorded" | "sign-in";
  /** Whose answer it is, by name. */
  readonly person?: string;
}

export interface Answerer {
  readonly mock: Mock;
  readonly tell: Teller;
  readonly signIn: SignIn;
}

/** Who signs in when nothing is recorded: nobody in particular. */
const ANYBODY = "0x5853ed4f26a3fcea565b3fbc698bb19cdf6deb85";

/** @param recording - What to answer with; without it, with the contract's examples alone. */
export function createAnswerer(document: string, recording: Recording | undefined): Answerer {
  const findAddress = (name: string | undefined): string => {
    const named = recording && (findNamed(recording, name ?? "") ?? findNamed(recording, "demo"));
    const special = name === undefined ? undefined : SCENARIOS.get(name);
    return special?.person === undefined ? (named?.address ?? ANYBODY) : addressOf(special);
  };
  return {
    mock: createMock(document),
    tell: recording === undefined ? () => undefined : createTeller(recording),
    signIn: createSignIn(DEFAULT_SEED, findAddress),
  };
}

/**
 * The contract's examples say whether the request is right; then, unless an example was asked for, what was recorded answers it.
 * @throws ServiceError and whatever problemReply knows.
 */
export async function answerRequest(
  answerer: Answerer,
  incoming: IncomingMessage,
  directives: Directives,
  context: ProblemContext,
): Promise<Reply> {
  const read = await readRequest(incoming);
  const request: IHttpRequest = read.method === "head" ? { ...read, method: "get" } : read;
  const asked = parsePrefer(request.headers?.["prefer"] ?? "");
  const preferred = asked.code ?? asked.example ?? asked.dynamic;
  const example = (preferences: Preferences): Promise<MockAnswer> => answerer.mock.answer(request, preferences);
  if (preferred === undefined && directives.scenario?.answer !== undefined) {
    return finish(await exampleOf(example, directives.scenario.answer), context);
  }
  const answer = await example({ seed: directives.seed, ...asked });
  if (preferred !== undefined || answer.violations.length > 0 || answer.status >= 400) return finish(answer, context);
  const call = { operationId: answer.operationId, request, directives, issuer: issuerOf(incoming) };
  const signedIn = answerer.signIn.answer(call);
  if (signedIn === undefined) return tell(answerer, answer, { ...call, example, context });
  if ("example" in signedIn) return finish(await exampleOf(example, signedIn.example), context);
  if ("location" in signedIn) {
    return { ...answer, headers: { ...answer.headers, location: signedIn.location }, source: "sign-in" };
  }
  return { ...answer, body: signedIn.body, source: "sign-in" };
}

/** Not every operation has the example of that name: another one of the status will do. */
async function exampleOf(
  example: (preferences: Preferences) => Promise<MockAnswer>,
  wanted: Preferences,
): Promise<MockAnswer> {
  try {
    return await example(wanted);
  } catch (error) {
    const { code } = wanted;
    if (!(error instanceof PreferenceError) || code === undefined) throw error;
    return example({ code });
  }
}

interface Telling {
  readonly operationId: string;
  readonly request: IHttpRequest;
  readonly directives: Directives;
  readonly issuer: string;
  readonly example: (preferences: Preferences) => Promise<MockAnswer>;
  readonly context: ProblemContext;
}

/** What was recorded, of the person that is asked for or who signed in. */
async function tell({ signIn, tell: teller }: Answerer, answer: MockAnswer, telling: Telling): Promise<Reply> {
  const { operationId, directives, example, context } = telling;
  const bearer = signIn.findBearer(telling);
  if (bearer !== undefined && "code" in bearer) {
    const refused = finish(await example({ code: bearer.code, example: bearer.example }), context);
    return { ...refused, headers: { ...lowerCase(refused.headers ?? {}), "www-authenticate": bearer.challenge } };
  }
  const question = { operationId, query: answer.query, signedIn: bearer?.address, directives };
  if (bearer !== undefined) {
    const owner = teller({
      ...question,
      operationId: "getUserUsedChainList",
      directives: { ...directives, scenario: undefined },
    });
    const about = describePerson(operationId, answer.body, owner?.person, bearer.address);
    if (about !== undefined) return { ...answer, body: about, source: "sign-in" };
  }
  const told = teller(question);
  if (told === undefined) return answer;
  const { "portico-chains": _chains, ...headers } = lowerCase(answer.headers);
  return {
    status: answer.status,
    headers: { ...headers, ...(told.chains !== undefined && { "portico-chains": told.chains }) },
    body: told.body,
    source: "recorded",
    ...(told.person && { person: told.person.name }),
  };
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Where the mock is reached, as the caller sees it. */
const issuerOf = (request: IncomingMessage): string => `http://${request.headers.host ?? "127.0.0.1"}`;

/** An example of an error is made to be about this request. */
function finish({ status, headers, body, violations }: MockAnswer, context: ProblemContext): Reply {
  if (typeof body !== "object" || body === null || !("request_id" in body)) return { status, headers, body };
  if (status === 400 && violations.some(isUnknownChain)) {
    return {
      status,
      headers,
      body: toProblem(new ServiceError("invalid_chain", "Unknown chain: /v1/chain/list has them all"), context),
    };
  }
  const errors = status === 400 && violations.length > 0 ? toViolations(violations) : undefined;
  return {
    status,
    headers,
    body: { ...body, ...(errors && describe(errors)), instance: context.instance, request_id: context.requestId },
  };
}

/** The example's fields, but about this request. */
function describe(errors: Readonly<Record<string, string>>) {
  const { message } = invalidParams(errors);
  return { detail: message, message, errors };
}
