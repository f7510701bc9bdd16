import type { ReactNode } from "react";

/** A name and its value, in a list of details. */
export const DetailRow = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
