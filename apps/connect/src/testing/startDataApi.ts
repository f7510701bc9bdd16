import { spawn } from "node:child_process";
import { once } from "node:events";
import { ensureArtefact } from "@portico/artefacts";
import { createAccessKey, type Store } from "@portico/store";

export interface DataApiProcess {
  readonly url: string;
  /** An access key. */
  readonly key: string;
  readonly keyId: string;
  readonly stop: () => Promise<void>;
}

/** The real data API as its own process over a database, because no app may import another one. */
export async function startDataApi(db: Store, databaseUrl: string): Promise<DataApiProcess> {
  const { id: keyId, key } = await createAccessKey(db, { name: "connect", isUnlimited: true });
  const env = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: databaseUrl,
    PORTICO_API_PORT: "0",
    PORTICO_SIGHT_WAIT_MS: "0",
  };
  const child = spawn(process.execPath, [await ensureArtefact("api")], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes('"listening"')) {
    const ended = await Promise.race([
      once(child.stdout, "data").then(() => false),
      once(child, "close").then(() => true),
    ]);
    if (ended) throw new Error(`The data API doesn't start: ${output}`);
  }
  const url = /"url":"([^"]+)"/.exec(output)?.[1] ?? "";
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "close");
  };
  return { url, key, keyId, stop };
}
