import type { ReactNode } from "react";

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly detail?: ReactNode;
  readonly isCaution?: boolean;
}

/** One important number, in a card of its own. */
export const Figure = ({ label, value, unit, detail, isCaution = false }: FigureProps) => (
  <div className="card figure">
    <p className="label">{label}</p>
    <p className="value">
      {value} {unit !== undefined && <small>{unit}</small>}
    </p>
    {detail !== undefined && <p className={isCaution ? "detail caution" : "detail"}>{detail}</p>}
  </div>
);
