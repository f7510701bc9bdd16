import { findProfile, upsertProfile } from "@portico/store";
import type { Profile } from "@portico/store";
import type { ProfileFields } from "../page/interactionResponse.ts";
import { readBody } from "../signIn/jsonRoutes.ts";
import { readProfile } from "./readProfile.ts";
import type { SignedInRequest } from "./signedInRequest.ts";

export const toProfileResponse = async ({ db, account }: SignedInRequest): Promise<ProfileFields> =>
  toProfileFields(await findProfile(db, account));

/** Replaces the whole profile. */
export async function changeProfile({ db, account, request }: SignedInRequest): Promise<ProfileFields> {
  const profile = readProfile(readBody(request));
  await upsertProfile(db, account, profile);
  return toProfileFields(profile);
}

const toProfileFields = ({ name, bio, logoUrl, links }: Profile): ProfileFields => ({
  name,
  bio,
  logo_url: logoUrl,
  link_list: links,
});
