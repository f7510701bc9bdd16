import type { Catalogue, RecordedUser, Recording } from "../recorded/recording.ts";
import type { Reader } from "./createReader.ts";
import { readCoins, readSyncStatuses, recordCatalogue } from "./recordCatalogue.ts";
import { recordUser, type Candidate } from "./recordUser.ts";

/** Records a running service's responses for these owners and their assets. */
export async function record(reader: Reader, candidates: readonly Candidate[]): Promise<Recording> {
  const syncStatuses = await readSyncStatuses(reader);
  const chains = syncStatuses.map(({ chain }) => chain);
  const coins = await readCoins(reader, candidates[0]?.address ?? "");
  const users: RecordedUser[] = [];
  const history: Catalogue["history"] = { cate_dict: {}, project_dict: {}, token_dict: {} };
  for (const candidate of candidates) {
    const { user, dictionaries } = await recordUser(reader, candidate, { chains, coins });
    users.push(user);
    for (const name of ["cate_dict", "project_dict", "token_dict"] as const) {
      Object.assign(history[name], dictionaries[name]);
    }
  }
  const { token_dict: tokens, ...others } = history;
  // a plain id may exist on several chains: pages create those themselves
  const token_dict = Object.fromEntries(Object.entries(tokens).filter(([key]) => key.includes("_token:")));
  return {
    users,
    catalogue: await recordCatalogue(reader, {
      reaches: syncStatuses,
      coins,
      users,
      history: { ...others, token_dict },
    }),
  };
}
