/**
 * `node handwritten.ts PORT`: a careful hand-written server for the requests of a home screen and nothing else: node:http, one SQL
 * statement per request that reads the same tables as ours, tokens and prices in memory as JSON fragments, and JSON
 * concatenated by hand. It checks no key, validates and logs nothing, and caches no response.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { chains } from "@portico/evm";
import { listTabledNfts } from "@portico/protocols";
import { Pool } from "pg";
import { toChain } from "./home/chain.ts";
import { createHome } from "./handwrittenHome.ts";
import { type PositionsRow, SELECT_POSITIONS, toReadings } from "./handwrittenPositions.ts";
import { listPositions, sumPositions } from "./home/readings.ts";
import { loadTokens, type TokenFields } from "./tokenFields.ts";

const READ_OWNER = `
  select chain_state.chain, chain_state.start_block, chain_state.balances_block as block, chain_state.balances_time as time,
    chain_state.start_block = 0 or exists (
      select from sight where sight.owner = $1 and sight.chain = chain_state.chain and sight.block_number is not null
    ) as is_scanned, case when chain = any($2) then (
      select string_agg('0x' || encode(token, 'hex') || ' ' || raw_amount, ',')
      from balance where owner = $1 and balance.chain = chain_state.chain and raw_amount > 0
    ) end as held
  from chain_state order by chain`;

/** The same with everything that positions follow from. */
const READ_PORTFOLIO = READ_OWNER.replace(" as held", ` as held, ${SELECT_POSITIONS}`);

const toBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), "hex");

interface Fragment {
  readonly id: string;
  readonly decimals: number;
  readonly price: number;
  readonly text: string;
  readonly fields: TokenFields;
}

interface Held {
  readonly token: Fragment;
  readonly digits: string;
  readonly amount: number;
  readonly value: number;
}

interface Row {
  readonly chain: string;
  readonly held: string | null;
}

const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const tokens = new Map<string, Fragment>();
for (const [address, fields] of await loadTokens(pool)) {
  const { id, decimals, price } = fields;
  tokens.set(address, { id, decimals, price, text: JSON.stringify(fields).slice(0, -1), fields });
}
const everyChain = chains.map(({ slug }) => slug);
/** Those whose NFTs are positions, as we know them. */
const nftContracts = [...new Set(listTabledNfts().map(({ contract }) => contract))].map(toBytes);

async function readOwner(owner: string, chainIds: readonly string[]): Promise<readonly Row[]> {
  const values = [toBytes(owner), chainIds];
  return (await pool.query<Row>({ name: "read-owner", text: READ_OWNER, values })).rows;
}

async function readPortfolio(owner: string): Promise<readonly (PositionsRow & Row)[]> {
  const values = [toBytes(owner), everyChain, nftContracts];
  return (await pool.query<PositionsRow & Row>({ name: "read-portfolio", text: READ_PORTFOLIO, values })).rows;
}

function listHeld(held: string | null): Held[] {
  const list: Held[] = [];
  if (held === null) return list;
  for (let at = 0; at < held.length;) {
    const comma = held.indexOf(",", at);
    const end = comma === -1 ? held.length : comma;
    const token = tokens.get(held.slice(at, at + 42));
    const digits = held.slice(at + 43, end);
    at = end + 1;
    if (token === undefined) continue;
    const amount = Number(`${digits}e-${token.decimals}`);
    list.push({ token, digits, amount, value: amount * token.price });
  }
  return list;
}

const byValue = (a: Held, b: Held): number =>
  b.value - a.value || (a.token.id < b.token.id ? -1 : a.token.id > b.token.id ? 1 : 0);

async function tokenList(query: URLSearchParams): Promise<string> {
  const rows = await readOwner(query.get("id") ?? "", [query.get("chain_id") ?? ""]);
  let text = "";
  for (const { held } of rows) {
    for (const { token, digits, amount, value } of listHeld(held).toSorted(byValue)) {
      const hex = BigInt(digits).toString(16);
      text += `${text === "" ? "" : ","}${token.text},"amount":${amount},"raw_amount":${digits},"raw_amount_str":"${digits}","raw_amount_hex_str":"0x${hex}","usd_value":${value}}`;
    }
  }
  return `[${text}]`;
}

const chainText = new Map(chains.map((chain) => [chain.slug, JSON.stringify(toChain(chain)).slice(0, -1)]));

/** A chain's worth. */
function sumChain(row: PositionsRow & Row): number {
  const values = listHeld(row.held).map(({ value }) => value);
  const held = values.toSorted((a, b) => b - a).reduce((before, value) => before + value, 0);
  return sumPositions(listPositions(toReadings(row)), held, (token) => tokens.get(token));
}

async function totalBalance(query: URLSearchParams): Promise<string> {
  let total = 0;
  let list = "";
  for (const row of await readPortfolio(query.get("id") ?? "")) {
    const { chain } = row;
    const sum = sumChain(row);
    total += sum;
    list += `${list === "" ? "" : ","}${chainText.get(chain)},"usd_value":${sum}}`;
  }
  return `{"total_usd_value":${total},"chain_list":[${list}]}`;
}

const home = await createHome({
  pool,
  nftContracts,
  tokenOf: (address) => tokens.get(address)?.fields,
  sumChain,
});

const routes: Readonly<Record<string, (query: URLSearchParams) => Promise<string>>> = {
  "/v1/user/token_list": tokenList,
  "/v1/user/total_balance": totalBalance,
  "/v1/user/complex_protocol_list": home.listProtocols,
  "/v1/user/history_list": home.listHistory,
  "/v1/user/total_net_curve": home.drawCurve,
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const route = routes[pathname];
  if (route === undefined) return void response.writeHead(404).end();
  const body = await route(searchParams);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

createServer((request, response) => void answer(request, response)).listen(Number(process.argv[2]), "127.0.0.1");
