import { Cells } from "./Cells.tsx";

/** An image derived from the address. */
export const AddressMark = ({ address, size = 56 }: { readonly address: string; readonly size?: number }) => (
  <Cells className="address-mark" seed={address} size={size} />
);
