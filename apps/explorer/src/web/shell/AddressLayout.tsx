import { Navigate, Outlet, useParams } from "@tanstack/react-router";
import { Soon } from "../parts/Soon.tsx";
import { AddressHead } from "./AddressHead.tsx";
import { AddressTabs } from "./AddressTabs.tsx";
import { NameLookup, UnclearAddress } from "./NameLookup.tsx";
import { readSubject } from "./readSubject.ts";
import { useOwnPath } from "./useOwnPath.ts";

/** The layout of every tab of an address. A name in the path redirects to its address. */
export function AddressLayout() {
  const { address = "" } = useParams({ strict: false });
  const pathOf = useOwnPath();
  const subject = readSubject(address);
  if (subject.kind === "unclear") return <UnclearAddress text={address} problem={subject.problem} />;
  if (subject.kind === "name") return <NameLookup key={subject.name} name={subject.name} />;
  // one canonical path per address
  if (subject.address !== address) return <Navigate to={pathOf(subject.address)} search replace />;
  return (
    <>
      <AddressHead key={subject.address} />
      <Soon key={`${subject.address} tabs`}>
        <AddressTabs />
        <div className="tab-page">
          <Outlet />
        </div>
      </Soon>
    </>
  );
}
