import { operationTable } from "@portico/contract";
import { createMessageBatch, replacePools, keySubject } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unbuiltOperations } from "./operations/operations.ts";
import { ALICE, ETH_HEAD, USDC, WETH } from "./testing/fillStore.ts";
import { rawRequest } from "@portico/server/testing";
import { readProblem } from "./testing/readProblem.ts";
import { startFilledApi } from "./testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

type Kind =
  | "owner"
  | "token"
  | "tokens"
  | "chain"
  | "chains"
  | "boolean"
  | "integer"
  | "date"
  | "pool"
  | "protocol"
  | "price"
  | "coin"
  | "cursor"
  | "sending"
  | "entry"
  | "name"
  | "block"
  | "kinds"
  | "time"
  | "moment"
  | "past day"
  | "uuids"
  | "text"
  | "ens name"
  | "collection"
  | "method";

/** Kind of each query parameter of the implemented operations; `id` is an owner unless listed. */
const KINDS: Record<string, Kind> = {
  "getChain.id": "chain",
  "getName.id": "name",
  "getPool.id": "pool",
  "getProtocol.id": "protocol",
  "getProtocolTopHolders.id": "protocol",
  "getOfficialMessageStatus.id": "sending",
  "getOfficialMessageStatusUnversioned.id": "sending",
  "getToken.id": "token",
  "getTokenHistoryPrice.id": "token",
  "getTokenHistoryPriceDict.time_at": "moment",
  "getUserHistoryProtocol.date_at": "past day",
  "getUserHistoryTokenList.date_at": "past day",
  "getTokenTopHolders.id": "token",
  "getCloudChainList.id": "entry",
  "getCloudCollection.id": "entry",
  "getCollectionNftList.id": "collection",
  "getCloudContract.id": "entry",
  "getCloudProtocolList.id": "entry",
  "getCloudToken.id": "entry",
  id: "owner",
  ids: "tokens",
  chain_id: "chain",
  chain_ids: "chains",
  kinds: "kinds",
  token_id: "token",
  protocol_id: "protocol",
  is_all: "boolean",
  has_balance: "boolean",
  uuids: "uuids",
  q: "text",
  text: "ens name",
  start: "integer",
  limit: "integer",
  days: "integer",
  date_at: "date",
  custom_price: "price",
  coin_id: "coin",
  page_count: "integer",
  start_time: "integer",
  cursor: "cursor",
  block: "block",
  time_at: "time",
  method: "method",
};
const kindOf = (id: string, name: string): Kind => KINDS[`${id}.${name}`] ?? KINDS[name] ?? "owner";

const GOOD: Record<Kind, string> = {
  owner: ALICE,
  token: USDC,
  tokens: `${USDC},eth`,
  chain: "eth",
  chains: "eth,base",
  boolean: "true",
  integer: "7",
  date: "2025-11-20",
  pool: WETH,
  protocol: "uniswap2",
  price: "25000000000.5",
  coin: "usdc",
  cursor: "MTc2MzIwMTU0NDpldGg6MjM2MDg3MTE6MTIw",
  sending: "gs_known",
  entry: USDC,
  name: ALICE,
  block: "7",
  kinds: "token,nft",
  time: "7",
  moment: "1763600000",
  "past day": "2025-11-20",
  uuids: `eth:${USDC},base:base`,
  text: "usd",
  "ens name": "vitalik.eth",
  collection: USDC,
  method: "fifo",
};

const SUBSCRIPTION = "sub_known";

interface Outcome {
  readonly status: number;
  readonly code?: string;
  /** The parameters in `errors`. */
  readonly named?: readonly string[];
}

const ok: Outcome = { status: 200 };
/** The outcome of a valid request that needs a node, because no node is configured here. */
const nodeless: Outcome = { status: 503, code: "upstream_error", named: [] };
const refused = (code: string, ...named: string[]): Outcome => ({ status: 400, code, named });

/** Kinds without their own error code: nonsense is an error of the parameter. */
const UNREADABLE = new Set<Kind>([
  "boolean",
  "integer",
  "date",
  "price",
  "coin",
  "cursor",
  "sending",
  "name",
  "block",
  "kinds",
  "time",
  "moment",
  "past day",
  "ens name",
  "method",
]);
/** Of which a request has one at most. */
const PAST = new Set<Kind>(["block", "time", "past day"]);

/** The outcome of a text that is not a value of this kind. */
const nonsense = (kind: Kind, name: string): Outcome => {
  if (kind === "entry" || kind === "text") return ok; // with an empty list
  if (kind === "uuids") return refused("invalid_params", `${name}.0`);
  if (UNREADABLE.has(kind)) return refused("invalid_params", name);
  if (kind === "pool" || kind === "protocol") return refused(`${kind}_not_found`);
  return refused(kind === "chain" || kind === "chains" ? "invalid_chain" : "invalid_address");
};

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(40, "0")}`);
const mixCase = (text: string) =>
  text.replaceAll(/[a-f]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter));
const MIXED: Record<Kind, [string, "good" | "nonsense"]> = {
  owner: [mixCase(ALICE), "good"],
  token: [mixCase(USDC), "good"],
  tokens: [mixCase(USDC), "good"],
  chain: ["Eth", "nonsense"],
  chains: ["Eth", "nonsense"],
  boolean: ["tRuE", "good"],
  integer: ["1e2", "nonsense"],
  date: ["20 Nov 2025", "nonsense"],
  pool: [mixCase(WETH), "good"],
  protocol: ["Uniswap2", "nonsense"],
  price: ["1E9", "nonsense"],
  coin: ["UsDc", "good"],
  cursor: ["mTc2MzIwMTU0NDpldGg6MjM2MDg3MTE6MTIw", "nonsense"],
  sending: ["GS_KNOWN", "nonsense"],
  entry: [mixCase(USDC), "good"],
  name: [mixCase(ALICE), "good"],
  block: ["1e2", "nonsense"],
  kinds: ["Token", "nonsense"],
  time: ["1e2", "nonsense"],
  moment: ["1e2", "nonsense"],
  "past day": ["20 Nov 2025", "nonsense"],
  uuids: [`eth:${mixCase(USDC)}`, "good"],
  text: ["UsD", "good"],
  "ens name": ["ViTaLiK.eth", "good"],
  collection: [mixCase(USDC), "good"],
  method: ["FIFO", "nonsense"],
};

/** Every kind of bad input for one parameter: the query, and the outcome. */
function listCases(id: string, name: string, isRequired: boolean): [label: string, sent: string, outcome: Outcome][] {
  const kind = kindOf(id, name);
  const good = GOOD[kind];
  const isList = kind === "tokens" || kind === "chains" || kind === "kinds" || kind === "uuids";
  const bad = nonsense(kind, name);
  const isName = kind === "name" || kind === "ens name";
  const present = id === "getWalletGasMarket" || isName ? nodeless : ok;
  const absent = isRequired ? refused("invalid_params", name) : present;
  const fine = PAST.has(kind) ? outcomeOfPast(id, kind) : present;
  const [mixed, fate] = MIXED[kind];
  const long = kind === "tokens" ? addresses(300).join(",") : "f".repeat(13_000);
  return [
    ["good", `${name}=${good}`, fine],
    ["missing", "", absent],
    ["empty", `${name}=`, absent],
    ["of a wrong type", `${name}=${kind === "price" || isName ? "-1" : "12.5"}`, bad],
    ["repeated", `${name}=${good}&${name}=${good}`, isList ? fine : refused("invalid_params", name)],
    [
      "over its limit",
      `${name}=${long}`,
      kind === "tokens" || kind === "entry" || kind === "text" ? refused("invalid_params", name) : bad,
    ],
    ["of mixed case", `${name}=${mixed}`, fate === "good" ? fine : bad],
    ["an unknown chain, or no address", `${name}=ethereum`, bad],
    ["a property of every object", `${name}=constructor`, bad],
    ["0x alone", `${name}=0x`, bad],
    ["no 0x", `${name}=${ALICE.slice(2)}`, bad],
    ["a digit too many", `${name}=${ALICE}0`, bad],
    ["no hexadecimal", `${name}=0x${"g".repeat(40)}`, bad],
    ["NUL", `${name}=%00`, refused("invalid_params", name)],
    ["broken encoding", `${name}=%E0%A4%A`, refused("invalid_params", name)],
    ["SQL", `${name}=${encodeURIComponent("'; drop table balance; --")}`, bad],
  ];
}

/** Of a block or time before the first indexed one; a block needs one chain. */
const outcomeOfPast = (id: string, kind: Kind): Outcome => {
  if (id === "getUserLedger" || id === "getUserProfitList")
    return refused("invalid_params", kind === "block" ? "block" : "time_at");
  const { parameters: declared } = operationTable[id as keyof typeof operationTable];
  const hasChain = (declared as readonly Parameter[]).some((parameter) => parameter.name === "chain_id");
  return kind === "block" && !hasChain ? refused("invalid_params", "block") : refused("block_unavailable");
};

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

const built = Object.entries(operationTable).filter(
  ([id, { server }]) => server === "api" && !unbuiltOperations.some((unbuilt) => unbuilt === id),
);

const parameters = built.flatMap(([id, { path, parameters: declared }]) => {
  const inQuery = (declared as readonly Parameter[]).filter((parameter) => parameter.in === "query");
  return inQuery.map(({ name, required }) => {
    const others = inQuery
      .filter((other) => other.name !== name && !PAST.has(kindOf(id, other.name)))
      .map((other) => `${other.name}=${GOOD[kindOf(id, other.name)]}`);
    const target = path.replace("{subscription_id}", SUBSCRIPTION);
    return {
      id,
      name,
      required,
      targetOf: (sent: string) => `${target}?${[...others, sent].filter(Boolean).join("&")}`,
    };
  });
});

const cases = parameters.flatMap(({ id, name, required, targetOf }) =>
  listCases(id, name, required).map(([label, sent, outcome]) => ({ id, name, label, target: targetOf(sent), outcome })),
);

async function request(target: string): Promise<Outcome> {
  const res = await api.get(target);
  if (res.ok) return { status: res.status };
  const { status, code, errors } = await readProblem(res);
  return { status, code, named: Object.keys(errors ?? {}) };
}

beforeAll(async () => {
  const { blockNumber, timeAt } = ETH_HEAD;
  const pool = { chain: "eth", poolId: WETH, protocolId: "uniswap2", name: "Liquidity Pool", contracts: [WETH] };
  const counts = { depositUsd: null, receipt: null, userCount: null, valuableUserCount: null };
  await createMessageBatch(api.db, {
    id: GOOD.sending,
    kind: "group_send",
    accountId: null,
    keyId: api.keyId,
    content: { text: "Hello", url: "" },
    recipients: [keySubject(ALICE)],
    requestHash: `0x${"00".repeat(32)}`,
    idempotencyKey: null,
    maxOfferPrice: 0n,
    prepaymentAmount: 0n,
    webhookChunk: 0,
  });
  await sql`
    insert into subscription (id, key_id, name, url, secret, chains, kinds)
    values (${SUBSCRIPTION}, ${api.keyId}, '', '', '', '{}', '{}')`.execute(api.db);
  const pools = [{ ...pool, ...counts, amounts: [], blockNumber, timeAt }];
  await replacePools(api.db, "eth", "uniswap2", { blockNumber, timeAt, tvlUsd: null, pools });
});

test("the table covers every implemented operation", () => {
  expect(built.map(([id]) => id).toSorted()).toEqual([
    "deleteAccountSubscriptionsSubscriptionId",
    "getAccountSubscriptions",
    "getAccountSubscriptionsSubscriptionId",
    "getAccountSubscriptionsSubscriptionIdDeadLetters",
    "getAccountUnits",
    "getAppProtocolList",
    "getChain",
    "getChainList",
    "getChainStatus",
    "getCloudChainList",
    "getCloudCollection",
    "getCloudContract",
    "getCloudProtocolList",
    "getCloudToken",
    "getCollectionNftList",
    "getCurrencyList",
    "getEngineAddrUsedChainList",
    "getHealthz",
    "getName",
    "getOfficialMessageStatus",
    "getOfficialMessageStatusUnversioned",
    "getPool",
    "getProtocol",
    "getProtocolAllList",
    "getProtocolList",
    "getProtocolTopHolders",
    "getReadyz",
    "getToken",
    "getTokenHistoryPrice",
    "getTokenHistoryPriceDict",
    "getTokenList",
    "getTokenListByIds",
    "getTokenListByUuids",
    "getTokenTopHolders",
    "getUserAllComplexProtocolList",
    "getUserAllHistoryList",
    "getUserAllNftList",
    "getUserAllSimpleProtocolList",
    "getUserAllTokenList",
    "getUserCacheTokenList",
    "getUserChainBalance",
    "getUserChainNetCurve",
    "getUserCodeList",
    "getUserComplexAppList",
    "getUserComplexProtocolList",
    "getUserEvents",
    "getUserHistoryList",
    "getUserHistoryProtocol",
    "getUserHistoryTokenList",
    "getUserLedger",
    "getUserNftAuthList",
    "getUserNftAuthorizedList",
    "getUserNftList",
    "getUserProfitList",
    "getUserProtocol",
    "getUserProtocolList",
    "getUserSimpleProtocolList",
    "getUserToken",
    "getUserTokenAuthList",
    "getUserTokenAuthorizedList",
    "getUserTokenList",
    "getUserTokenSearch",
    "getUserTotalBalance",
    "getUserTotalNetCurve",
    "getUserUsedChainList",
    "getV2UserTokenAuthorizedList",
    "getWalletEns",
    "getWalletGasMarket",
    "patchAccountSubscriptionsSubscriptionId",
    "postAccountSubscriptions",
    "postAccountSubscriptionsSubscriptionIdRedelivery",
    "postAccountSubscriptionsSubscriptionIdSecret",
    "postOfficialGroupSend",
    "postOfficialGroupSendUnversioned",
    "postOfficialMessageSend",
    "postOfficialMessageSendUnversioned",
    "postUserSpecificTokenList",
    "postV2UserTotalBalance",
    "postV2WalletGasMarket",
    "postWalletExplainTx",
    "postWalletPreExecTx",
  ]);
});

test.each(cases)("$id: $name is $label", async ({ target, outcome }) => {
  expect(await request(target)).toEqual(outcome);
});

test.each(parameters)("$id: $name of 65 kB is 431, or cut off while it arrives", async ({ name, targetOf }) => {
  const line = `GET ${targetOf(`${name}=${"a".repeat(65_536)}`)} HTTP/1.1\r\nHost: x\r\n\r\n`;
  expect(await rawRequest(api.port, [line])).toMatch(/^(HTTP\/1\.1 431 |$)/);
});

const chainReads = parameters.filter(({ id, name }) => id.startsWith("getUser") && name === "chain_id");
test.each(chainReads)("$id: a chain during its first sync is 503 with Retry-After", async ({ targetOf }) => {
  const res = await api.get(targetOf("chain_id=arb"));
  expect(res.headers.get("retry-after")).toBe("5");
  expect(await readProblem(res)).toMatchObject({ status: 503, code: "upstream_error" });
});

const UNKNOWN = "0x00000000000000000000000000000000000000aa";
test.each([
  [`/v1/token?chain_id=eth&id=${UNKNOWN}`, refused("token_not_found")],
  [`/v1/token/history_price?chain_id=eth&id=${UNKNOWN}&date_at=2025-11-20`, refused("token_not_found")],
  [`/v1/token?chain_id=arb&id=${UNKNOWN}`, { status: 503, code: "upstream_error", named: [] }],
  [`/v1/user/token?id=${ALICE}&chain_id=eth&token_id=${UNKNOWN}`, refused("token_not_found")],
])("an unknown token at %s is %j", async (target, outcome) => {
  expect(await request(target)).toEqual(outcome);
});

test("errors state what to do, all of them at once", async () => {
  const problem = await readProblem(await api.get("/v1/token/top_holders?start=x&limit=1000&id=eth"));
  expect(problem.errors).toEqual({
    start: "must be an integer in decimal digits",
    chain_id: "is required",
    limit: "must be at most 100",
  });
});

test.each([
  [
    "/v1/user/chain_balance?id=vitalik.eth&chain_id=eth",
    "'vitalik.eth' is not an address: send 0x and 40 hexadecimal digits",
  ],
  [
    "/v1/token?id=usdc&chain_id=eth",
    "'usdc' is not a token id: send 0x and 40 hexadecimal digits, or 'eth' for the native coin",
  ],
  ["/v1/token?id=eth&chain_id=ethereum", "Unknown chain 'ethereum'. Served here: arb, base, eth"],
  ["/v1/token?id=bsc&chain_id=bsc", "Chain 'bsc' is not served here. Served here: arb, base, eth"],
  ["/v1/chain?id=ethereum", "Unknown chain 'ethereum'. Served here: arb, base, eth"],
])("%s says: %s", async (target, detail) => {
  expect((await readProblem(await api.get(target))).detail).toBe(detail);
});
