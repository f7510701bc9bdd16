import { Link, type LinkProps } from "@tanstack/react-router";
import type { DashboardApp, DashboardKey, DashboardUnits } from "@portico/contract";
import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, Card } from "@portico/ui";

interface Known {
  readonly units: DashboardUnits;
  readonly keys: readonly DashboardKey[];
  readonly apps: readonly DashboardApp[];
}

interface Step {
  readonly title: string;
  readonly text: ReactNode;
  readonly isDone: boolean;
  readonly way?: { readonly to: NonNullable<LinkProps["to"]>; readonly name: string };
}

const HIDDEN = "portico.first-steps.hidden";

/** A new account's first steps, until they are done or hidden. */
export function FirstSteps(known: Known) {
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(HIDDEN) === "1");
  const steps = stepsOf(known);
  if (isHidden || steps.every(({ isDone }) => isDone)) return null;
  const hide = () => {
    localStorage.setItem(HIDDEN, "1");
    setIsHidden(true);
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title="First steps"
      lead={`${done} of ${steps.length} done`}
      actions={
        <Button look="plain" size="small" onClick={hide}>
          Hide
        </Button>
      }
    >
      <ol className="steps">
        {steps.map((step, number) => (
          <StepRow key={step.title} step={step} number={number + 1} />
        ))}
      </ol>
    </Card>
  );
}

const StepRow = ({ step: { title, text, isDone, way }, number }: { readonly step: Step; readonly number: number }) => (
  <li className={isDone ? "done" : ""}>
    <span className="mark">{isDone ? <Check size={15} aria-label="Done:" /> : number}</span>
    <div>
      <h3>{title}</h3>
      {!isDone && <p className="quiet small">{text}</p>}
    </div>
    {!isDone && way !== undefined && (
      <Link to={way.to} className="button small">
        {way.name}
      </Link>
    )}
  </li>
);

const stepsOf = ({ units, keys, apps }: Known): Step[] => [
  {
    title: "Get units",
    text: "Requests cost units. The operator of this service grants them to your account; send them the address you signed in with.",
    isDone: units.granted > 0,
  },
  {
    title: "Create an access key",
    text: "Your servers call the data API with it.",
    isDone: keys.length > 0,
    way: { to: "/keys", name: "Create a key" },
  },
  {
    title: "Make the first request",
    text: (
      <>
        Send the key in the header <code>AccessKey</code>. Its cost appears under Usage a second later.
      </>
    ),
    isDone: units.used > 0,
  },
  {
    title: "Create an app",
    text: "Users sign in to your site with their wallet.",
    isDone: apps.length > 0,
    way: { to: "/apps", name: "Create an app" },
  },
  {
    title: "Validate its site",
    text: "Prove with a file or a DNS record that you control the site; then create its client.",
    isDone: apps.some((app) => app.is_validated && app.client_count > 0),
    ...(apps.length > 0 && { way: { to: "/apps", name: "To your apps" } }),
  },
];
