import type { User } from "@portico/contract";
import { listProfiles, readSubject, type Store, type Subject } from "@portico/store";
import type { FindNames } from "./names.ts";
import { toSubjectResponse } from "./toSubjectResponse.ts";

/** Dependencies of responses about users. */
export interface UserDirectory {
  readonly db: Store;
  readonly findNames: FindNames;
}

/** Accounts as users, with profiles and ENS names, but without figures. */
export async function toUsers({ db, findNames }: UserDirectory, subjects: readonly Subject[]): Promise<User[]> {
  const [profiles, names] = await Promise.all([listProfiles(db, subjects), findNamesOf(findNames, subjects)]);
  return subjects.map((subject) => {
    const { name = null, logoUrl = null } = profiles.get(subject) ?? {};
    const web3Id = names.get(subject) ?? null;
    return { ...toSubjectResponse(subject), web3_id: web3Id, name, logo_url: logoUrl, born_at: null, tvf: null };
  });
}

const ETHEREUM = 1;

/** ENS names are Ethereum's: they don't apply to a contract on another chain at the same address. */
export async function findNamesOf(
  findNames: FindNames,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<Subject, string>> {
  const named = subjects.flatMap((subject) => {
    const { address, chainId } = readSubject(subject);
    return chainId === null || chainId === ETHEREUM ? [{ subject, address }] : [];
  });
  const names = await findNames(named.map(({ address }) => address));
  return new Map(
    named.flatMap(({ subject, address }) => {
      const name = names.get(address);
      return name === undefined ? [] : [[subject, name]];
    }),
  );
}
