import type { ApiOperationId } from "@portico/contract";
import type { Caller, Handlers } from "@portico/contract/server";
import {
  type AllowedMethods,
  createAllowedMethods,
  createPipeline,
  isSecured,
  readProfileHeader,
  type ResponseProfile,
  type RoutedOperation,
} from "@portico/server";
import { liveOperationOf } from "@portico/server/live";
import { listChainStates } from "@portico/store";
import type { ErrorObject } from "ajv/dist/2020.js";
import type { AnswerCache } from "../data/answerCache.ts";
import { noChain } from "../data/chains/chainSurvey.ts";
import type { Deps } from "../deps.ts";
import { ERRORS } from "../errors.ts";
import type { Gate } from "../keys/gate.ts";
import { assertWalletEnabled } from "../keys/walletGate.ts";
import { toData } from "../serialize.ts";
import { toServiceError } from "../toServiceError.ts";
import { withLiveForms } from "./withLiveForms.ts";
import { isUnstable, loadDefinition, loadLiveDefinition } from "./definition.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import { followRequestedOwners } from "./followRequestedOwners.ts";
import { readBody } from "./readBody.ts";
import type { RenderedAnswer } from "./renderedAnswer.ts";
import { createReplyCache } from "./replyCache.ts";
import { checkReply, sendError, sendReply, type SendOptions } from "./sendReply.ts";

export interface ApiPipelineOptions extends SendOptions {
  readonly handlers: Handlers<Deps>;
  readonly deps: Deps;
  readonly gate: Gate;
  readonly answers: AnswerCache;
  /** Of answers to keys without a profile, for requests that don't say which. */
  readonly defaultProfile: ResponseProfile;
}

export interface ApiPipeline {
  /** Answers a request; never rejects. */
  readonly answer: (exchange: Exchange) => Promise<void>;
  readonly allowedMethods: AllowedMethods;
  /** Records an answered request of an account, for its log and statistics. */
  readonly record: Gate["record"];
}

/** The pipeline of the contract with access keys, units and cached answers. */
export function createApiPipeline(options: ApiPipelineOptions): ApiPipeline {
  const { handlers, deps, gate, answers, defaultProfile, ...sending } = options;
  const definition = loadDefinition();
  const answer = createPipeline<ApiOperationId, Exchange, LooseReply | RenderedAnswer>({
    definition,
    withOptions: true,
    handlers: withLiveForms(followRequestedOwners(handlers)),
    variant: {
      loadDefinition: loadLiveDefinition,
      choose: (exchange, operation) => {
        if (!isSecured(operation)) return undefined;
        exchange.profile = profileOf(exchange, defaultProfile);
        return exchange.profile === "live" ? liveOperationOf(operation.operationId, exchange.rawQuery) : undefined;
      },
    },
    authenticate: (exchange) => gate.authenticate(exchange),
    limit: async (exchange, operation) => {
      await gate.limit(exchange, operation.operationId);
      if (isUnstable(operation)) assertWalletEnabled(exchange.accessKey);
    },
    cache: createReplyCache(answers, handlers),
    readBody: (exchange, { operationId, ...operation }) =>
      readBody(exchange, operationId, async (length) => {
        await gate.admitBody(exchange, operationId, { keepsCharge: !isChargedByHandler(operation) });
        exchange.bodyLength = length;
      }),
    explain: async (errors, { query }) =>
      errors.some(isUnknownChain) ? noChain(String(query["id"]), await listChainStates(deps.db)) : undefined,
    charge: async (exchange, operation) => {
      if (exchange.charge === undefined && !isChargedByHandler(operation))
        await gate.charge(exchange, operation.operationId);
    },
    provide: (exchange) => ({ call: { caller: callerOf(exchange, gate), profile: exchange.profile }, deps }),
    checkReply: sending.replyCheck && ((exchange, reply) => checkReply(exchange, reply, sending)),
    toData,
    send: sendReply,
    fail: async (exchange, thrown) => {
      let error = thrown;
      try {
        await countRefused(exchange, thrown, gate);
      } catch (failure) {
        error = failure;
      }
      sendError(exchange, error, sending);
    },
  });
  return { answer, allowedMethods: createAllowedMethods(definition, { withOptions: true }), record: gate.record };
}

/** The request's own choice, by path or header, is before that of its key. @throws ServiceError invalid_params */
function profileOf({ pathProfile, req, accessKey }: Exchange, defaultProfile: ResponseProfile): ResponseProfile {
  const chosen = readProfileHeader(req); // an unknown one is an error even if the path chooses
  return pathProfile ?? chosen ?? accessKey?.profile ?? defaultProfile;
}

/** A refused body has cost its parsing. */
async function countRefused(exchange: Exchange, error: unknown, gate: Gate): Promise<void> {
  const isRefused = exchange.bodyLength > 0 && ERRORS[toServiceError(error).code][0] < 500;
  if (isRefused) await gate.countRefused(exchange, exchange.bodyLength);
}

const isChargedByHandler = (operation: Pick<RoutedOperation, "x-units-per">): boolean =>
  operation["x-units-per"] !== undefined;

/** `id` of GET /v1/chain is the only parameter whose chains the contract lists. */
const isUnknownChain = ({ keyword, params }: ErrorObject): boolean =>
  keyword === "enum" && (params["allowedValues"] as unknown[]).includes("eth");

const callerOf = (exchange: Exchange, gate: Gate): Caller => ({
  keyId: exchange.accessKey?.id ?? "",
  accountId: exchange.accessKey?.accountId ?? null,
  charge: async (times) => {
    await gate.charge(exchange, exchange.operation?.operationId ?? "", times);
    return exchange.charge ?? { refund: () => undefined };
  },
  isStillAllowed: () => gate.isStillAllowed(exchange),
  waive: () => exchange.charge?.refund(),
});
