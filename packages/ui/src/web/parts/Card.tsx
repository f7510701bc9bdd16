import { type ReactNode, useId } from "react";

interface CardProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** A section of a page with its own heading. */
export function Card({ title, lead, actions, isDanger = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={isDanger ? "card danger" : "card"} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
