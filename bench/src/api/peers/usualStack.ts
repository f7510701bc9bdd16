/**
 * `node usualStack.ts PORT`: the same requests on a usual, carefully written stack: Express 5, openapi-backend with the
 * bundled contract, the key checked against hashes in memory, one typed statement that joins balance, token and price,
 * and Express's own JSON response with its ETag.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getChain } from "@portico/evm";
import { listTabledNfts } from "@portico/protocols";
import { openDatabase } from "@portico/store";
import express, { type Request, type Response } from "express";
import { OpenAPIBackend, type Context, type Document } from "openapi-backend";
import { toChain } from "./home/chain.ts";
import { createHome, toToken } from "./usualStackHome.ts";
import { toBytea } from "./usualStackStatements.ts";

const { rawJSON } = JSON as JSON & { rawJSON: (text: string) => unknown };

const db = openDatabase(process.env["DATABASE_URL"] ?? "", { max: 20 });
const hashes = new Set((await db.selectFrom("access_key").select("hash").execute()).map(({ hash }) => hash.slice(2)));

const readTokens = (owner: `\\x${string}`, chain: string) =>
  db
    .selectFrom("balance as b")
    .innerJoin("token as t", (join) => join.onRef("t.chain", "=", "b.chain").onRef("t.address", "=", "b.token"))
    .leftJoin("price as p", (join) => join.onRef("p.chain", "=", "b.chain").onRef("p.token", "=", "b.token"))
    .where("b.owner", "=", owner)
    .where("b.chain", "=", chain)
    .where("b.raw_amount", ">", "0")
    .select(["b.token", "b.raw_amount", "t.chain", "t.name", "t.symbol", "t.decimals", "t.logo_url", "t.protocol_id"])
    .select(["t.is_verified", "t.is_core", "t.time_at", "t.is_scam", "t.is_suspicious"])
    .select(["p.usd", "p.time_at as price_at", "p.day_ago_usd"])
    .execute();

type Row = Awaited<ReturnType<typeof readTokens>>[number];

function toUserToken(row: Row) {
  const rawAmount = row.raw_amount ?? "0";
  const token = toToken({ ...row, address: row.token });
  const amount = Number(`${rawAmount}e-${token.decimals}`);
  return {
    ...token,
    amount,
    raw_amount: rawJSON(rawAmount),
    raw_amount_str: rawAmount,
    raw_amount_hex_str: `0x${BigInt(rawAmount).toString(16)}`,
    usd_value: amount * token.price,
  };
}

async function getUserTokenList({ request }: Context, _req: Request, res: Response): Promise<void> {
  const { id, chain_id: chain } = request.query as { id: string; chain_id: string };
  const rows = await readTokens(`\\x${id.slice(2)}`, chain);
  const list = rows.map(toUserToken);
  res.json(list.toSorted((a, b) => b.usd_value - a.usd_value || (a.id < b.id ? -1 : 1)));
}

const nftContracts = [...new Set(listTabledNfts().map(({ contract }) => toBytea(contract.toLowerCase())))];
const home = createHome(db, nftContracts);

async function getUserTotalBalance({ request }: Context, _req: Request, res: Response): Promise<void> {
  const { id } = request.query as { id: string };
  const list = (await home.sumChains(id)).map(({ chain, usd }) => ({ ...toChain(getChain(chain)), usd_value: usd }));
  res.json({ total_usd_value: list.reduce((sum, { usd_value }) => sum + usd_value, 0), chain_list: list });
}

async function getUserComplexProtocolList({ request }: Context, _req: Request, res: Response): Promise<void> {
  const { id: owner, chain_id: chain } = request.query as { id: string; chain_id: string };
  res.json(await home.listProtocols({ owner, chain }));
}

async function getUserHistoryList({ request }: Context, _req: Request, res: Response): Promise<void> {
  const { id: owner, chain_id: chain } = request.query as { id: string; chain_id: string };
  res.json(await home.listHistory({ owner, chain }));
}

async function getUserTotalNetCurve({ request }: Context, _req: Request, res: Response): Promise<void> {
  const { id: owner, chain_ids: chains } = request.query as { id: string; chain_ids: string | string[] };
  const [chain = ""] = [chains].flat();
  res.json(await home.drawCurve({ owner, chain }));
}

const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.api.json"));
const api = new OpenAPIBackend({
  definition: JSON.parse(readFileSync(file, "utf8")) as Document,
  quick: true,
  coerceTypes: true,
  ajvOpts: { useDefaults: true, validateFormats: false },
  securityHandlers: {
    AccessKey: (_context: Context, req: Request) =>
      hashes.has(
        createHash("sha256")
          .update(req.get("AccessKey") ?? "")
          .digest("hex"),
      ),
  },
  handlers: {
    getUserTokenList,
    getUserTotalBalance,
    getUserComplexProtocolList,
    getUserHistoryList,
    getUserTotalNetCurve,
    unauthorizedHandler: (_context: Context, _req: Request, res: Response) => void res.status(401).end(),
    validationFail: ({ validation }: Context, _req: Request, res: Response) => void res.status(400).json(validation),
    notFound: (_context: Context, _req: Request, res: Response) => void res.status(404).end(),
    notImplemented: (_context: Context, _req: Request, res: Response) => void res.status(501).end(),
  },
});
await api.init();

const app = express();
app.use(express.json());
app.use((req, res) => {
  const { method, path, body, query, headers } = req;
  return api.handleRequest({ method, path, body, query, headers } as never, req, res) as Promise<void>;
});
app.listen(Number(process.argv[2]), "127.0.0.1");
