import { findProfile, upsertProfile } from "@portico/store";
import type { Profile } from "@portico/store";
import type { ProfileFields } from "../page/wire.ts";
import { readBody } from "../signIn/jsonRoutes.ts";
import { readProfile } from "./readProfile.ts";
import type { Asked } from "./signedInRequest.ts";

export const tellProfile = async ({ db, account }: Asked): Promise<ProfileFields> =>
  toWire(await findProfile(db, account));

/** Replaces the whole profile. */
export async function changeProfile({ db, account, request }: Asked): Promise<ProfileFields> {
  const profile = readProfile(readBody(request));
  await upsertProfile(db, account, profile);
  return toWire(profile);
}

const toWire = ({ name, bio, logoUrl, links }: Profile): ProfileFields => ({
  name,
  bio,
  logo_url: logoUrl,
  link_list: links,
});
