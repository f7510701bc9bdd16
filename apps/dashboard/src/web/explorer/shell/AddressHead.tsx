import { shortAddress } from "@portico/client";
import { useName } from "../api/useName.ts";
import { AddressMark } from "../parts/AddressMark.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { NetCurve } from "./NetCurve.tsx";
import { NetWorth } from "./NetWorth.tsx";
import { useAddress } from "./useAddress.ts";
import "../style/addressHead.css";

/** Who it is and what it is worth. */
export function AddressHead() {
  const { address } = useAddress();
  const { data: named } = useName(address);
  const name = named?.data.name ?? null;
  return (
    <div className="address-head card">
      <div className="who">
        <AddressMark address={address} />
        <div>
          <h1>{name ?? shortAddress(address)}</h1>
          <p className={name === null ? "address-line nameless" : "address-line"}>
            <code title={address}>
              <span className="whole">{address}</span>
              <span className="short">{shortAddress(address)}</span>
            </code>
            <CopyButton value={address} name="the address" />
          </p>
        </div>
      </div>
      <NetWorth />
      <NetCurve />
    </div>
  );
}
