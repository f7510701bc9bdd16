import { shortAddress } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useLabel } from "../lists/listStore.ts";
import { AddressMark } from "./AddressMark.tsx";

interface AddressLinkProps {
  readonly address: string;
  /** Shows its image as well. */
  readonly isMarked?: boolean;
}

/** A link to the page of an address, by the visitor's label or shortened; the whole of it is the tooltip. */
export function AddressLink({ address, isMarked = false }: AddressLinkProps) {
  const label = useLabel(address);
  return (
    <Link
      to="/address/$address"
      params={{ address }}
      search={{}}
      title={address}
      className={label === undefined ? "address-link mono" : "address-link"}
    >
      {isMarked && <AddressMark address={address} size={20} />}
      {label === undefined ? shortAddress(address) : <bdi className="foreign">{label}</bdi>}
    </Link>
  );
}
