import type { User } from "@portico/contract";
import { listProfiles, type Store } from "@portico/store";
import type { FindNames } from "./names.ts";

/** What an answer about people is made of. */
export interface People {
  readonly db: Store;
  readonly findNames: FindNames;
}

/** Addresses as users, with what they say of themselves and their names on chain, but no figures. */
export async function toUsers({ db, findNames }: People, addresses: readonly `0x${string}`[]): Promise<User[]> {
  const [profiles, names] = await Promise.all([listProfiles(db, addresses), findNames(addresses)]);
  return addresses.map((id) => {
    const { name = null, logoUrl = null } = profiles.get(id) ?? {};
    return { id, web3_id: names.get(id) ?? null, name, logo_url: logoUrl, born_at: null, tvf: null };
  });
}
