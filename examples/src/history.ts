// Prints the history of an address, newest first:
//   node examples/src/history.ts [ADDRESS [COUNT]]
// The server and the key come from PORTICO_API_URL and PORTICO_ACCESS_KEY, else from the running `pnpm start`.
import { createClient, paginate, PorticoError, type HistoryItem } from "@portico/client";
import { findServer } from "./findServer.ts";
import { printable } from "./printable.ts";

const { apiUrl, accessKey, demoOwner } = await findServer();
const [owner = demoOwner, count = "100"] = process.argv.slice(2);
if (owner === undefined) throw new Error("Usage: node examples/src/history.ts ADDRESS");

const client = createClient({ baseUrl: apiUrl, accessKey });
const transactions = paginate(client, "/v1/user/all_history_list", { params: { query: { id: owner } } });
let printed = 0;
try {
  for await (const transaction of transactions) {
    console.log(describe(transaction));
    if (++printed === Number(count)) break; // makes no further call
  }
  console.log(`${printed} transactions`);
} catch (error) {
  if (!(error instanceof PorticoError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}

function describe({ id, chain, time_at: timeAt, sends, tx }: HistoryItem): string {
  const what = tx?.name || (sends.length > 0 ? "send" : "receive");
  return [new Date(timeAt * 1000).toISOString(), chain.padEnd(8), id, printable(what)].join(" ");
}
