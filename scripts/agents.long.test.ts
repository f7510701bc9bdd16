/**
 * Agents before a whole service: every tool of the MCP server by the SDK's client against the data API's own answers, both
 * transports by the inspector's CLI, and an Arazzo workflow by Redocly.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { Agent } from "./testing/agent.ts";
import { interrupt, type RunFile, type StartedPortico, startPortico, untilReady } from "./testing/startPortico.ts";

/** Of anvil's first development account, which everybody knows. */
const DEMO_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "portico-agents-"));
const state = join(folder, "state");
let portico: StartedPortico;
let service: RunFile;
let client: Client;

beforeAll(async () => {
  const npm = [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefix",
    join(folder, "inspector"),
    INSPECTOR,
  ];
  const installed = run("npm", npm);
  portico = await startPortico(state, { PORTICO_MCP_CHARACTERS: "5000000" }); // whole answers, to compare them
  [service] = await Promise.all([untilReady(state, portico), installed]);
  client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { AccessKey: service.accessKey } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.mcpUrl}/mcp`), { requestInit }));
}, 1_200_000);

afterAll(async () => {
  await client.close();
  await interrupt(portico.child);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

type Json = Readonly<Record<string, unknown>>;

interface Result {
  readonly isError?: boolean;
  readonly structuredContent: {
    readonly data?: unknown;
    readonly error?: { readonly code: string; readonly errors?: Readonly<Record<string, string>> };
    readonly truncated?: readonly { readonly shown: number; readonly total: number; readonly rest: string }[];
  };
}

const call = async (name: string, given: Json = {}, by = client): Promise<Result> =>
  (await by.callTool({ name, arguments: { ...given } })) as unknown as Result;

interface Operation {
  readonly id: string;
  readonly fields: object;
  readonly method: "get" | "post";
  readonly path: string;
}

/** As the contract has them, by name of the tool. */
const operations = new Map(
  (
    JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("@portico/contract/reads.json")), "utf8")) as Operation[]
  ).map((operation) => [operation.id, operation]),
);

/** What the data API itself answers, as text. */
async function requestApi({ method, path }: Pick<Operation, "method" | "path">, given: Json): Promise<string> {
  const at = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(given[name]));
  const query = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]): [string, string][] =>
      path.includes(`{${name}}`) ? [] : [[name, String(value)]],
    ),
  );
  const headers = { AccessKey: service.accessKey, "Content-Type": "application/json" };
  const body = method === "post" ? { method: "POST", body: JSON.stringify(given) } : {};
  const url = `${service.apiUrl}${at}${method === "get" && query.size > 0 ? `?${query.toString()}` : ""}`;
  const response = await fetch(url, { headers, ...body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/** With whole numbers as text, in which exact ones are sent to an agent, and texts changed by `write`. */
function withDigits(value: unknown, write: (text: string) => string = (text) => text): unknown {
  if (typeof value === "bigint" || Number.isInteger(value)) return String(value);
  if (typeof value === "number") return Number(value.toPrecision(12)); // sums of USD vary with the order of the chains
  if (typeof value === "string") return write(value);
  if (Array.isArray(value)) return value.map((element) => withDigits(element, write));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== "trace_id"); // differs with every request
  return Object.fromEntries(members.map(([name, member]) => [name, withDigits(member, write)]));
}

/** With the digits of whole numbers that JavaScript can't hold. */
const parseExactly = (text: string): unknown =>
  JSON.parse(text, keepDigits as (name: string, value: unknown) => unknown);

const keepDigits = (_name: string, value: unknown, { source = "" }: { source?: string }): unknown =>
  typeof value === "number" && /^-?\d+$/.test(source) ? BigInt(source) : value;

/** As the guide says: what isn't seen is written out, and long texts are cut. */
function asSeen(value: string): string {
  const cut = value.length > 1000 ? `${value.slice(0, 1000)}…[${value.length - 1000} more]` : value;
  return cut.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu,
    (one) => `\\u{${one.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
}

const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";

/** Arguments of each tool that exist on the devnet; the required ones that are missing here are of the demo owner on eth. */
async function listArguments(): Promise<Record<string, Json>> {
  const owner = service.demoOwner;
  const read = async <T>(path: string): Promise<T> => JSON.parse(await requestApi({ method: "get", path }, {})) as T;
  const post = async <T>(path: string, body: Json): Promise<T> =>
    JSON.parse(await requestApi({ method: "post", path }, body)) as T;
  const [{ history_list: history }] = await read<[{ history_list: [{ id: string }] }]>(
    `/v1/user/history_list?id=${owner}&chain_id=eth`,
  );
  const [protocol] = await read<[{ id: string; portfolio_item_list: [{ pool: { id: string } }] }]>(
    `/v1/user/complex_protocol_list?id=${owner}&chain_id=eth`,
  );
  const [chain] = await read<[{ block_time: number }]>("/v1/chain/status?chain_ids=eth");
  const { subscription } = await post<{ subscription: { id: string } }>("/v1/account/subscriptions", {
    url: "https://1.1.1.1/portico", // needs no DNS; paused, nothing is sent to it
    owners: [owner],
    is_paused: true,
  });
  const { message_id: message } = await post<{ message_id: string }>("/v1/official/message/send", {
    addr: owner,
    content: { type: "text", value: { data: "Hello", version: "v1" } },
  });
  const pool = protocol.portfolio_item_list[0].pool.id;
  await vi.waitFor(() => read(`/v1/pool?id=${pool}&chain_id=eth`)); // described some seconds after the positions are read
  return {
    getChain: { id: "eth" },
    getProtocol: { id: protocol.id },
    getProtocolTopHolders: { id: protocol.id },
    getPool: { id: pool },
    getToken: { id: USDC },
    getTokenListByIds: { ids: ["eth", USDC] },
    getTokenTopHolders: { id: USDC },
    getTokenHistoryPrice: { id: USDC, date_at: new Date(chain.block_time * 1000).toISOString().slice(0, 10) },
    getUserToken: { token_id: USDC },
    getUserProtocol: { protocol_id: protocol.id },
    postWalletExplainTx: { chain_id: "eth", tx_id: history[0].id },
    postWalletPreExecTx: { tx: { chainId: 1, from: owner, to: owner, value: "0x1" } },
    getName: { id: owner },
    getAccountSubscriptionsSubscriptionId: { subscription_id: subscription.id },
    getAccountSubscriptionsSubscriptionIdDeadLetters: { subscription_id: subscription.id },
    getOfficialMessageStatus: { id: message },
  };
}

interface Compared {
  readonly name: string;
  readonly tool: unknown;
  readonly api: unknown;
}

/** The tool's whole answer beside the data API's, asked again while a block or a rounding in between changes one. */
async function compare(name: string, given: Json): Promise<Compared> {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`${name} is no operation that only reads`);
  const fields = Object.keys(operation.fields).length > 0 ? { fields: "*" } : {};
  let compared: Compared | undefined;
  for (let attempt = 0; attempt < 20; attempt++) {
    const api = withDigits(parseExactly(await requestApi(operation, given)), asSeen);
    const { structuredContent } = await call(name, { ...given, ...fields });
    const later = withDigits(parseExactly(await requestApi(operation, given)), asSeen);
    if (!isDeepStrictEqual(api, later)) continue;
    compared = { name, tool: structuredContent.error ?? withDigits(structuredContent.data), api };
    if (isDeepStrictEqual(compared.tool, api)) break;
  }
  if (compared === undefined) throw new Error(`${name} never stands still`);
  return compared;
}

test("each tool's whole answer is the data API's own, digit for digit, and by default it is short", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...operations.keys()]);
  const given = await listArguments();
  const compared: Compared[] = [];
  const sizes: string[] = [];
  for (const { name, inputSchema } of tools) {
    const usual: Json = { id: service.demoOwner, chain_id: "eth" };
    const required = Object.fromEntries((inputSchema.required ?? []).map((argument) => [argument, usual[argument]]));
    const args = { ...required, ...given[name] };
    const one = await compare(name, args);
    compared.push(one);
    const short = (await call(name, args)).structuredContent;
    sizes.push(`${name} ${JSON.stringify(short).length} of ${JSON.stringify(one.api).length}`);
  }
  console.log(`${tools.length} tools, ${JSON.stringify(tools).length} characters; answers: ${sizes.join(", ")}`);
  const different = compared.find(({ tool, api }) => !isDeepStrictEqual(tool, api));
  expect({ name: different?.name, tool: different?.tool }).toEqual({ name: undefined, tool: different?.api });
  expect(compared).toHaveLength(51);
});

test("each tool refuses an argument that it doesn't have, and one that is missing, by name", async () => {
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const required = inputSchema.required ?? [];
    const { isError, structuredContent } = await call(name, { wallet: "0x1" });
    const { code, errors = {} } = structuredContent.error ?? { code: "none" };
    expect([name, isError, code, Object.keys(errors)]).toEqual([name, true, "invalid_params", ["wallet", ...required]]);
  }
  const wrong = await call("getUserTokenList", { id: "0x1", chain_id: "eth" }); // by the data API
  expect(wrong.structuredContent.error).toMatchObject({
    code: "invalid_address",
    message: expect.stringContaining("'0x1'"),
  });
});

test("an agent signs in the demo owner at the sign-in service, and reads the same as by key", async () => {
  const agent = new Agent({
    mcpUrl: `${service.mcpUrl}/mcp`,
    issuer: service.connectUrl,
    client: { id: service.clientId, secret: service.clientSecret },
    callback: service.redirectUri,
    account: privateKeyToAccount(DEMO_KEY),
  });
  expect(agent.user.address).toBe(service.demoOwner.toLowerCase());
  await agent.signIn();
  const given = { id: service.demoOwner, chain_id: "eth", token_id: USDC, fields: "*" };
  const { data } = (await agent.call("getUserToken", given)) as Result["structuredContent"];
  expect(data).toEqual((await call("getUserToken", given)).structuredContent.data);
  await agent.client.close();
});

/** The server that a program starts itself. */
const stdio = (env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: [join(root, "apps/mcp/src/main.ts"), "--stdio"],
  env: { PORTICO_API_URL: service.apiUrl, PORTICO_ACCESS_KEY: service.accessKey, ...env },
});

test("a long answer is truncated, says so, and is read on to its end", async () => {
  const short = new Client({ name: "test", version: "1" });
  await short.connect(new StdioClientTransport(stdio({ PORTICO_MCP_CHARACTERS: "2000" })));
  try {
    const whole = (await call("getChainList")).structuredContent.data as readonly unknown[];
    const read: unknown[] = [];
    for (let parts = 0; read.length < whole.length; parts++) {
      const { structuredContent } = await call("getChainList", { skip: read.length }, short);
      expect(JSON.stringify(structuredContent.data).length).toBeLessThanOrEqual(2000);
      const data = structuredContent.data as readonly unknown[];
      const isRest = read.length + data.length === whole.length;
      const rest = `call again with skip=${read.length + data.length}, or with fewer fields`;
      const truncated = [{ list: "$", from: read.length, shown: data.length, total: whole.length, rest }];
      expect(structuredContent.truncated).toEqual(isRest ? undefined : truncated);
      expect(parts).toBeLessThan(whole.length);
      read.push(...data);
    }
    expect(read).toEqual(whole);
    expect(JSON.stringify(whole).length).toBeGreaterThan(2000);
  } finally {
    await short.close();
  }
});

/** One request of the inspector's CLI, over HTTP or to a server that it starts. */
async function inspect<T>(args: readonly string[], isStdio = false): Promise<T> {
  const main = join(folder, "inspector/node_modules/.bin/mcp-inspector");
  const http = [`${service.mcpUrl}/mcp`, "--transport", "http", "--header", `AccessKey: ${service.accessKey}`];
  const { command, args: started, env } = stdio();
  const settings = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const target = isStdio ? [...settings, "--", command, ...started] : http;
  const all = isStdio ? ["--cli", ...args, ...target] : ["--cli", ...target, ...args];
  const { stdout } = await run(process.execPath, [main, ...all], {
    env: { ...process.env, HOME: folder },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout) as T;
}

test("the inspector lists and calls the tools over both transports", async () => {
  const given = ["id", service.demoOwner, "chain_id", "eth", "token_id", "eth"];
  const pairs = [0, 2, 4].map((at) => `${given[at]}=${given[at + 1]}`);
  const calling = ["--method", "tools/call", "--tool-name", "getUserToken", "--tool-arg", ...pairs];
  for (const isStdio of [false, true]) {
    const { tools } = await inspect<{ tools: { name: string }[] }>(["--method", "tools/list"], isStdio);
    expect(tools.map(({ name }) => name)).toEqual([...operations.keys()]);
    const { structuredContent } = await inspect<Result>(calling, isStdio);
    expect(structuredContent.data).toMatchObject({ symbol: "ETH", raw_amount: expect.stringMatching(/^[1-9]\d+$/) });
  }
});

test("the devnet's hostile token is data: its mark that reverses text is written out", async () => {
  const { structuredContent } = await call("getUserAllTokenList", {
    id: service.demoOwner,
    is_all: true,
    fields: "name,symbol",
  });
  const text = JSON.stringify(structuredContent);
  expect(text).toContain("<script>");
  expect(text).toContain(String.raw`\\u{202E}`);
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
});

test("Redocly runs the workflow that reads a history", async () => {
  const inputs = { access_key: service.accessKey, id: service.demoOwner, chain_id: "eth" };
  const args = ["respect", "spec/arazzo.yaml", "--workflow", "readHistory", "--input", JSON.stringify(inputs)];
  const options = { cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: "off" }, maxBuffer: 2 ** 26 };
  const { stdout } = await run("redocly", [...args, "--server", `portico=${service.apiUrl}`], options).catch(
    (error: unknown) => error as { stdout: string }, // so that a failure shows what it printed
  );
  expect(stdout).toMatch(/Workflows: 1 passed/);
});
