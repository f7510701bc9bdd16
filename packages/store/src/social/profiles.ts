import { sql } from "kysely";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { byteaToSubject, subjectToBytea, subjectToHex } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

export type ProfileLink = { name: string; url: string };

/** A user's profile; null fields are empty. */
export type Profile = {
  name: string | null;
  bio: string | null;
  logoUrl: string | null;
  links: ProfileLink[];
};

const NOTHING: Profile = { name: null, bio: null, logoUrl: null, links: [] };

/** By the primary key; empty if none is stored. */
export async function findProfile(db: Store, subject: Subject): Promise<Profile> {
  const [profile = NOTHING] = (await listProfiles(db, [subject])).values();
  return profile;
}

/** Stored ones only, by the primary key. */
export async function listProfiles(db: Store, subjects: readonly Subject[]): Promise<Map<Subject, Profile>> {
  const { rows } = await sql<Omit<Profile, "logoUrl"> & { address: Bytea; logo_url: string | null }>`
    select address, name, bio, logo_url, links from profile
    where address = any(${toByteaArray(subjects.map(subjectToHex))}::bytea[])`.execute(db);
  return new Map(
    rows.map(({ address, name, bio, logo_url: logoUrl, links }) => [
      byteaToSubject(address),
      { name, bio, logoUrl, links },
    ]),
  );
}

/** Overwrites the whole profile. */
export async function upsertProfile(db: Store, subject: Subject, profile: Profile): Promise<void> {
  const { name, bio, logoUrl, links } = profile;
  await sql`
    insert into profile (address, name, bio, logo_url, links)
    values (${subjectToBytea(subject)}, ${name}, ${bio}, ${logoUrl}, ${JSON.stringify(links)})
    on conflict (address) do update set name = excluded.name, bio = excluded.bio, logo_url = excluded.logo_url,
      links = excluded.links, updated_at = now()`.execute(db);
}
