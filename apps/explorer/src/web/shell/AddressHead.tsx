import { shortAddress } from "@portico/client";
import { useLocation } from "@tanstack/react-router";
import { useCodes } from "../api/useCodes.ts";
import { useName } from "../api/useName.ts";
import { AddressMark } from "../parts/AddressMark.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { ShareButton } from "../parts/ShareButton.tsx";
import { lazy, Suspense, useState } from "react";
import { ExplorerLink } from "../parts/ExplorerLink.tsx";
import { useLabel, useListPlace } from "../lists/listStore.ts";
import { AccountKinds } from "./AccountKinds.tsx";
import { HeadCoverage } from "./HeadCoverage.tsx";
import { SaveAddress } from "./SaveAddress.tsx";
import { NetCurve } from "./NetCurve.tsx";
import { useRecent } from "./recentSubjects.ts";
import { NetWorth } from "./NetWorth.tsx";
import { knownName } from "./accountKinds.ts";
import { useAddress } from "./useAddress.ts";
import "../style/addressHead.css";
import type { Span } from "./useNetCurve.ts";
import { t } from "../languages/t.ts";

const NetSplit = lazy(async () => ({ default: (await import("./NetSplit.tsx")).NetSplit }));

/** The address and its net worth; the curve on the overview only, so that the other tabs begin near the top. */
export function AddressHead() {
  const { address, chain = "eth" } = useAddress();
  const isOverview = useLocation({ select: ({ pathname }) => /^\/address\/[^/]+\/?$/.test(pathname) });
  const [days, setDays] = useState<Span>(1);
  const { data: named } = useName(address);
  const codes = useCodes(address);
  const label = useLabel(address);
  const name = label ?? named?.data.name ?? knownName(codes) ?? null;
  // a label of the account stays in the account
  const remembered = useListPlace() === "browser" ? name : (named?.data.name ?? knownName(codes));
  useRecent({ kind: "address", path: `/address/${address}`, label: remembered ?? shortAddress(address) });
  return (
    <div className={isOverview ? "address-head card" : "address-head brief card"}>
      <div className="who">
        <AddressMark address={address} />
        <div>
          <h1>{name ?? shortAddress(address)}</h1>
          <p className={name === null ? "address-line nameless" : "address-line"}>
            <code title={address}>
              <span className="whole">{address}</span>
              <span className="short">{shortAddress(address)}</span>
            </code>
            <CopyButton value={address} name={t("shell.address")} />
            <ShareButton />
            <SaveAddress address={address} />
            <ExplorerLink chain={chain} kind="address" id={address} isBare />
          </p>
          <AccountKinds address={address} />
        </div>
      </div>
      <NetWorth days={isOverview ? days : 1} />
      {isOverview && <NetCurve days={days} setDays={setDays} />}
      {isOverview && (
        <Suspense fallback={<div className="net-split" />}>
          <NetSplit days={days} />
        </Suspense>
      )}
      <HeadCoverage />
    </div>
  );
}
