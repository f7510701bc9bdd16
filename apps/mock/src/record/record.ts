import type { Catalogue, Person, Recording } from "../recorded/recording.ts";
import type { Reader } from "./createReader.ts";
import { readCoins, readReaches, recordCatalogue } from "./recordCatalogue.ts";
import { recordPerson, type Candidate } from "./recordPerson.ts";

/** Records a running service's responses for these owners and their assets. */
export async function record(reader: Reader, candidates: readonly Candidate[]): Promise<Recording> {
  const reaches = await readReaches(reader);
  const chains = reaches.map(({ chain }) => chain);
  const coins = await readCoins(reader, candidates[0]?.address ?? "");
  const people: Person[] = [];
  const history: Catalogue["history"] = { cate_dict: {}, project_dict: {}, token_dict: {} };
  for (const candidate of candidates) {
    const { person, dictionaries } = await recordPerson(reader, candidate, { chains, coins });
    people.push(person);
    for (const name of ["cate_dict", "project_dict", "token_dict"] as const) {
      Object.assign(history[name], dictionaries[name]);
    }
  }
  const { token_dict: tokens, ...others } = history;
  // a plain id may exist on several chains: pages create those themselves
  const token_dict = Object.fromEntries(Object.entries(tokens).filter(([key]) => key.includes("_token:")));
  return {
    people,
    catalogue: await recordCatalogue(reader, { reaches, coins, people, history: { ...others, token_dict } }),
  };
}
