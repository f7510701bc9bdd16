import { readFile } from "node:fs/promises";

/** Which server to call, and an owner with data if known. */
export type Server = { readonly apiUrl: string; readonly accessKey: string; readonly demoOwner?: string };

/** From the environment, else from the running `pnpm start`. */
export async function findServer(): Promise<Server> {
  const { PORTICO_API_URL: apiUrl, PORTICO_ACCESS_KEY: accessKey } = process.env;
  if (apiUrl !== undefined && accessKey !== undefined) return { apiUrl, accessKey };
  const file = new URL("../../.portico/run.json", import.meta.url);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined)
    throw new Error(
      "Portico is not running: start it with `pnpm start`, or set PORTICO_API_URL and PORTICO_ACCESS_KEY",
    );
  return JSON.parse(text) as Server;
}
