import { shortAddress } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../api/useSession.ts";
import { AddressMark } from "../../parts/AddressMark.tsx";
import { t } from "../../languages/t.ts";

/** A signed-in user's own portfolio. */
export function OwnAddress() {
  const address = useSession()?.address;
  if (address == null) return null;
  return (
    <Link to="/address/$address" params={{ address }} search={{}} className="button own-address" title={address}>
      <AddressMark address={address} /> {t("landing.yourAddress", { address: shortAddress(address) })}
    </Link>
  );
}
