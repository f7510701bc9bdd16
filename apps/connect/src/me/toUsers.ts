import type { User } from "@portico/contract";
import { listProfiles, type Store } from "@portico/store";

/** Addresses as users, with what they say of themselves and nothing that their chains would. */
export async function toUsers(db: Store, addresses: readonly `0x${string}`[]): Promise<User[]> {
  const profiles = await listProfiles(db, addresses);
  return addresses.map((id) => {
    const { name = null, logoUrl = null } = profiles.get(id) ?? {};
    return { id, web3_id: null, name, logo_url: logoUrl, born_at: null, tvf: null };
  });
}
