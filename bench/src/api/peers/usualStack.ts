/**
 * `node usualStack.ts PORT`: the same request on a usual, carefully written stack: Express 5, openapi-backend with the
 * bundled contract, the key checked against hashes in memory, one typed statement that joins balance, token and price,
 * and Express's own JSON response with its ETag.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@portico/store";
import express, { type Request, type Response } from "express";
import { OpenAPIBackend, type Context, type Document } from "openapi-backend";

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
  const decimals = row.decimals ?? 0;
  const rawAmount = row.raw_amount ?? "0";
  const amount = Number(`${rawAmount}e-${decimals}`);
  const price = row.usd ?? 0;
  return {
    id: `0x${row.token.slice(2)}`,
    chain: row.chain,
    name: row.name,
    symbol: row.symbol,
    display_symbol: null,
    optimized_symbol: row.symbol ?? "",
    decimals: row.decimals,
    logo_url: row.logo_url,
    protocol_id: row.protocol_id,
    price,
    is_verified: row.is_verified,
    is_core: row.is_core,
    is_wallet: row.protocol_id === "",
    time_at: Number(row.time_at ?? 0),
    price_at: row.price_at === null ? null : Number(row.price_at),
    price_24h_change: row.day_ago_usd === null || row.day_ago_usd === 0 ? null : price / row.day_ago_usd - 1,
    total_supply: null,
    coin_id: null,
    is_scam: row.is_scam,
    is_suspicious: row.is_suspicious,
    amount,
    raw_amount: rawJSON(rawAmount),
    raw_amount_str: rawAmount,
    raw_amount_hex_str: `0x${BigInt(rawAmount).toString(16)}`,
    usd_value: amount * price,
  };
}

async function getUserTokenList({ request }: Context, _req: Request, res: Response): Promise<void> {
  const { id, chain_id: chain } = request.query as { id: string; chain_id: string };
  const rows = await readTokens(`\\x${id.slice(2)}`, chain);
  const list = rows.map(toUserToken);
  res.json(list.toSorted((a, b) => b.usd_value - a.usd_value || (a.id < b.id ? -1 : 1)));
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
