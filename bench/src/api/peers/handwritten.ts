/**
 * `node handwritten.ts PORT`: what a careful person writes for this one question, with nothing between: node:http, one
 * indexed read, token metadata and prices in memory, JSON.stringify.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Pool } from "pg";

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

type Wire = Record<string, unknown> & { decimals: number };

const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const tokens = await loadTokens();

async function loadTokens(): Promise<ReadonlyMap<string, Wire>> {
  const { rows } = await pool.query<Record<string, unknown> & { address: string; decimals: number }>(
    `SELECT encode(t.address, 'hex') AS address, t.chain, t.name, t.symbol, t.decimals, coalesce(p.usd, 0) AS price
     FROM token t LEFT JOIN price p ON p.chain = t.chain AND p.token = t.address`,
  );
  return new Map(
    rows.map(({ address, chain, name, symbol, decimals, price }) => [
      address,
      {
        id: `0x${address}`,
        chain,
        name,
        symbol,
        display_symbol: null,
        optimized_symbol: symbol,
        decimals,
        protocol_id: "",
        logo_url: null,
        is_verified: false,
        is_core: false,
        is_wallet: true,
        price,
        time_at: 0,
      },
    ]),
  );
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const query = new URL(request.url ?? "/", "http://localhost").searchParams;
  const { rows } = await pool.query<{ token: string; raw_amount: string }>({
    name: "token-list",
    text: "SELECT encode(token, 'hex') AS token, raw_amount FROM balance WHERE owner = $1 AND chain = $2 AND raw_amount > 0",
    values: [Buffer.from((query.get("id") ?? "").slice(2), "hex"), query.get("chain_id")],
  });
  const list = rows.flatMap(({ token, raw_amount }) => {
    const wire = tokens.get(token);
    if (!wire) return [];
    return [{ ...wire, amount: Number(raw_amount) / 10 ** wire.decimals, raw_amount: JSON.rawJSON(raw_amount) }];
  });
  const body = JSON.stringify(list);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

createServer((request, response) => void answer(request, response)).listen(Number(process.argv[2]), "127.0.0.1");
