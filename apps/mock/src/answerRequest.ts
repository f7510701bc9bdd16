import type { IncomingMessage } from "node:http";
import { operationTable } from "@portico/contract";
import { applyMask, parseMask } from "@portico/server/mask";
import type { FieldMask } from "@portico/server/mask";
import type { ResponseProfile } from "@portico/server/profile";
import type { ProblemContext } from "@portico/server/problem";
import type { IHttpRequest } from "@stoplight/prism-http";
import { PreferenceError, createMock } from "./createMock.ts";
import type { Mock, MockAnswer } from "./createMock.ts";
import { exampleOf, finish, toOwnError } from "./errorExamples.ts";
import type { FindExample } from "./errorExamples.ts";
import { createSendings } from "./messages/createSendings.ts";
import type { Sendings } from "./messages/createSendings.ts";
import { parsePrefer } from "./prefer.ts";
import type { Preferences } from "./prefer.ts";
import { problemReply } from "./problemReply.ts";
import { readRequest } from "./readRequest.ts";
import { createResponder } from "./recorded/createResponder.ts";
import type { Responder } from "./recorded/createResponder.ts";
import { findNamed } from "./recorded/findUser.ts";
import type { Recording } from "./recorded/recording.ts";
import { toLiveBody } from "./recorded/toLiveBody.ts";
import { DEFAULT_SEED } from "./scenarios/directives.ts";
import type { Directives } from "./scenarios/directives.ts";
import { SCENARIOS, addressOf } from "./scenarios/scenarios.ts";
import { describeUser } from "./signIn/aboutUser.ts";
import { createSignIn } from "./signIn/createSignIn.ts";
import type { SignIn } from "./signIn/createSignIn.ts";
import type { Bearer } from "./signIn/tokens.ts";
import { createUnits } from "./units/createUnits.ts";
import type { Units } from "./units/createUnits.ts";
import { pay, priceOf, reportLeft } from "./units/pay.ts";
import type { Reply } from "./reply.ts";
import { toProfile } from "./toProfile.ts";

export interface Answerer {
  readonly mock: Mock;
  readonly getLiveMock: () => Mock;
  readonly responder: Responder | undefined;
  readonly signIn: SignIn;
  readonly units: Units;
  readonly sendings: Sendings;
  readonly recording: Recording | undefined;
}

/** The user who signs in without a recording. */
const ANYBODY = "0x5853ed4f26a3fcea565b3fbc698bb19cdf6deb85";

interface AnswererOptions {
  /** Source of responses; without it, only the contract's examples. */
  readonly recording: Recording | undefined;
  /** The document of the profile `live`, which is loaded on first use. */
  readonly liveDocument: string | undefined;
}

export function createAnswerer(document: string, { recording, liveDocument }: AnswererOptions): Answerer {
  let liveMock: Mock | undefined;
  const findOne = (name: string): string | undefined => {
    const special = SCENARIOS.get(name);
    if (special?.user !== undefined) return addressOf(special);
    return recording && findNamed(recording, name)?.address;
  };
  const findAddress = (names: string | readonly string[] = []): string =>
    [names, "demo"].flat().flatMap((name) => findOne(name) ?? [])[0] ?? ANYBODY;
  return {
    mock: createMock(document),
    getLiveMock: () => (liveMock ??= createMock(liveDocument ?? document)),
    responder: recording && createResponder(recording),
    signIn: createSignIn(DEFAULT_SEED, findAddress),
    units: createUnits(),
    sendings: createSendings(),
    recording,
  };
}

/**
 * The contract's examples decide whether the request is valid; then, unless an example was requested, the recording
 * responds.
 * @throws ServiceError and the other errors of problemReply.
 */
export async function answerRequest(
  answerer: Answerer,
  incoming: IncomingMessage,
  directives: Directives,
  context: ProblemContext,
): Promise<Reply> {
  const { signIn, units } = answerer;
  const read = await readRequest(incoming);
  const { request, profile } = toProfile(read.method === "head" ? { ...read, method: "get" } : read, incoming);
  const mock = profile === "live" ? answerer.getLiveMock() : answerer.mock;
  const example: FindExample = (preferences) => mock.answer(request, preferences);
  const judged = await judge({ request, directives, example });
  const { operationId } = judged;
  const bearer = signIn.findBearer({ operationId, request });
  const account = findAccount(request, directives, bearer);
  const issuer = issuerOf(incoming);
  const call = { request, profile, directives, issuer, example, context, operationId, bearer, account };
  const reply = await answerJudged(answerer, judged, call).catch((error: unknown) => {
    const { ratelimit = "", "ratelimit-policy": policy = "" } = lowerCase(judged.headers);
    const problem = problemReply(error, context);
    return { ...problem, headers: { ...problem.headers, ...(ratelimit && { ratelimit, "ratelimit-policy": policy }) } };
  });
  return reportLeft(reply, account === undefined ? undefined : units.getBalance(account));
}

/**
 * The account whose units a request uses; undefined if they are not counted. In the scenario without units, an empty
 * account.
 */
function findAccount(
  { headers }: IHttpRequest,
  { scenario }: Directives,
  bearer: Bearer | undefined,
): string | undefined {
  if (scenario?.name === "units_exhausted") return "units-0";
  return bearer !== undefined && "clientId" in bearer ? bearer.clientId : headers?.["accesskey"];
}

interface AnswerRequest {
  readonly request: IHttpRequest;
  readonly directives: Directives;
  readonly example: FindExample;
}

type Judged = MockAnswer & {
  /** Whether it is the response: it was requested, or the request is invalid. */
  readonly isFinal: boolean;
};

/** The contract's example: the requested one, or the result of validating the request. */
async function judge({ request, directives: { scenario, seed }, example }: AnswerRequest): Promise<Judged> {
  const preferred = parsePrefer(request.headers?.["prefer"] ?? "");
  const isPreferred = (preferred.code ?? preferred.example ?? preferred.dynamic) !== undefined;
  const brought = isPreferred ? undefined : scenario?.answer;
  const usual = () => example({ seed, ...preferred });
  const answer = await (brought === undefined ? usual() : exampleOf(example, brought).catch(unlessImpossible(usual)));
  const isErrorPreferred = preferred.code === 400 && preferred.example === undefined;
  if (isErrorPreferred) return { ...(await toOwnError(answer, example)), isFinal: true };
  return { ...answer, isFinal: isPreferred || answer.violations.length > 0 || answer.status >= 400 };
}

/** Errors that an operation can't have, such as a rate limit on an uncounted one, are not returned. */
const unlessImpossible =
  <T>(usual: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof PreferenceError) return usual();
    throw error;
  };

interface Call extends AnswerRequest {
  readonly profile: ResponseProfile;
  readonly operationId: string;
  readonly issuer: string;
  readonly context: ProblemContext;
  /** The signed-in user, for operations about them. */
  readonly bearer: Bearer | undefined;
  /** The account that is charged. */
  readonly account: string | undefined;
}

/** @throws ServiceError. */
async function answerJudged(answerer: Answerer, judged: Judged, call: Call): Promise<Reply> {
  const { operationId, request, example, context, account } = call;
  if (judged.status >= 400) return finish(judged, context);
  const mask = findMask(operationId, request);
  const isRepeated = !judged.isFinal && answerer.sendings.isRepeated(call);
  const price = isRepeated ? 0 : priceOf(operationId, request.body);
  const refuse = async (left: number): Promise<Reply> => {
    const { body, ...refused } = finish(await exampleOf(example, UNITS_EXHAUSTED), context);
    const message = `The account has ${left} units left; this request needs ${price}`;
    return { ...refused, body: { ...(body as object), detail: message, message } };
  };
  return pay({ units: answerer.units, account, price, refuse }, async () => {
    const reply = judged.isFinal ? finish(judged, context) : await answerCall(answerer, judged, call);
    return narrow(reply, mask);
  });
}

const UNITS_EXHAUSTED: Preferences = { code: 403, example: "UnitsExhausted" };

/** The field mask of the header X-Fields, for operations that have it. @throws ServiceError. */
function findMask(operationId: string, { headers }: IHttpRequest): FieldMask | undefined {
  const { parameters } = operationTable[operationId as keyof typeof operationTable];
  const text = headers?.["x-fields"]?.trim() ?? "";
  return text === "" || !parameters.some(({ name }) => name === "X-Fields") ? undefined : parseMask(text);
}

/** @throws ServiceError. */
const narrow = (reply: Reply, mask: FieldMask | undefined): Reply =>
  mask === undefined || reply.status !== 200 ? reply : { ...reply, body: applyMask(reply.body, mask) };

/** Responds from the mock's own state, the sign-in service, or the recording. @throws ServiceError. */
async function answerCall(answerer: Answerer, answer: MockAnswer, call: Call): Promise<Reply> {
  const { operationId, account = "", example, context } = call;
  if (operationId === "getAccountUnits") {
    return { ...answer, body: answerer.units.read(account), source: "account" };
  }
  const sent = answerer.sendings.answer(call, answer.body);
  if (sent !== undefined) return { ...answer, body: sent, source: "account" };
  const signedIn = answerer.signIn.answer(call);
  if (signedIn === undefined) return respondWith(answerer, answer, call);
  if ("example" in signedIn) return finish(await exampleOf(example, signedIn.example), context);
  if ("location" in signedIn) {
    return { ...answer, headers: { ...answer.headers, location: signedIn.location }, source: "sign-in" };
  }
  return { ...answer, body: signedIn.body, source: "sign-in" };
}

/** The recorded response, for the requested owner or the signed-in user. */
async function respondWith({ responder, recording }: Answerer, answer: MockAnswer, call: Call): Promise<Reply> {
  const { operationId, request, profile, directives, example, context, bearer } = call;
  if (bearer !== undefined && "code" in bearer) {
    const refused = finish(await example({ code: bearer.code, example: bearer.example }), context);
    return { ...refused, headers: { ...lowerCase(refused.headers ?? {}), "www-authenticate": bearer.challenge } };
  }
  const { query } = answer;
  if (bearer !== undefined) {
    const { address } = bearer;
    const user = responder?.findUser(address, directives);
    const about = describeUser(operationId, answer.body, { recording, user, address, query });
    if (about !== undefined) return { ...answer, body: about, source: "sign-in" };
  }
  const recorded = await responder?.respond({
    operationId,
    query,
    body: request.body,
    signedIn: bearer?.address,
    directives,
  });
  if (recorded === undefined) return answer;
  const { "portico-chains": _chains, ...headers } = lowerCase(answer.headers);
  return {
    status: answer.status,
    headers: { ...headers, ...(recorded.chains !== undefined && { "portico-chains": recorded.chains }) },
    body:
      profile === "live" && recording ? toLiveBody(operationId, recorded.body, { query, recording }) : recorded.body,
    source: "recorded",
    ...(recorded.user && { user: recorded.user.name }),
  };
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The mock's URL, as seen by the client. */
const issuerOf = (request: IncomingMessage): string => `http://${request.headers.host ?? "127.0.0.1"}`;
