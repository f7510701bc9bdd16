import { Link } from "@tanstack/react-router";
import { shortAddress } from "@portico/client";
import type { SpenderGroup } from "./groupBySpender.ts";

/** A spender by its protocol if that is known, always with its address. */
export const SpenderName = ({ group: { id, name } }: { readonly group: SpenderGroup }) => (
  <span className="spender-name">
    {name !== "" && <bdi className="foreign wide">{name}</bdi>}{" "}
    <Link to="/address/$address" params={{ address: id }} search={{}} className="mono" title={id}>
      {shortAddress(id)}
    </Link>
  </span>
);
