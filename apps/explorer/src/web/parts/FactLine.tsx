import type { ReactNode } from "react";

/** A name and what stands behind it, in a list of facts. */
export const FactLine = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
