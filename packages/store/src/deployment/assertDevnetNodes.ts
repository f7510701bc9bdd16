import { closeDatabase, openDatabase, REQUEST_ANSWER_MS } from "../database/database.ts";
import { DevnetDatabaseError, findDeployment } from "./deployment.ts";
import { isLoopbackHost } from "./isLoopbackHost.ts";

/**
 * For servers that call nodes on behalf of any key holder: a devnet's database, whose keys are public, is served with
 * local nodes
 * only.
 * @param rpcUrls - By chain.
 * @throws DevnetDatabaseError naming a chain with another node.
 */
export async function assertDevnetNodes(
  databaseUrl: string,
  rpcUrls: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const remote = [...rpcUrls].find(([, urls]) => !urls.every(isLoopbackUrl));
  if (remote === undefined) return;
  const db = openDatabase(databaseUrl, { max: 1, answerMs: REQUEST_ANSWER_MS });
  try {
    const deployment = await findDeployment(db);
    if (deployment?.network === "devnet")
      throw new DevnetDatabaseError(`the node of '${remote[0]}' is not on this computer`);
  } finally {
    await closeDatabase(db);
  }
}

const isLoopbackUrl = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? "");
