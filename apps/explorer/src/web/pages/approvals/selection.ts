import { createContext, useContext } from "react";
import type { Permission } from "./permission.ts";

/** The permissions that are chosen to be revoked together. */
export interface Selection {
  has: (permission: Permission) => boolean;
  toggle: (permission: Permission) => void;
}

export const SelectionContext = createContext<Selection>({ has: () => false, toggle: () => undefined });
export const useSelection = (): Selection => useContext(SelectionContext);

/** Distinguishes a permission from all others of the owner. */
export const permissionKey = ({ chain, spender, kind, contract, innerId, permit2 }: Permission): string =>
  [chain, spender, kind, contract, innerId, permit2].join(" ");
