import { Link, type LinkProps } from "@tanstack/react-router";
import {
  Activity,
  AppWindow,
  Bell,
  BellRing,
  Blocks,
  BookOpen,
  ChartColumn,
  HandCoins,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  Network,
  ReceiptText,
  ScrollText,
  Tags,
  Telescope,
  Terminal,
  UserCog,
  Users,
  Webhook,
} from "lucide-react";
import { useSession } from "../api/useSession.ts";

interface Way {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly name: string;
  readonly icon: LucideIcon;
}

const OWNER: readonly Way[] = [
  { to: "/", name: "Overview", icon: House },
  { to: "/apps", name: "Apps", icon: AppWindow },
  { to: "/keys", name: "Keys", icon: KeyRound },
  { to: "/subscriptions", name: "Subscriptions", icon: Webhook },
  { to: "/usage", name: "Usage", icon: ChartColumn },
  { to: "/requests", name: "Requests", icon: ScrollText },
  { to: "/traffic", name: "Errors and latency", icon: Activity },
  { to: "/console", name: "API console", icon: Terminal },
  { to: "/alerts", name: "Alerts", icon: BellRing },
  { to: "/notices", name: "Notices", icon: Bell },
  { to: "/ledger", name: "Ledger", icon: ReceiptText },
  { to: "/members", name: "Members", icon: UserCog },
];

const OPERATOR: readonly Way[] = [
  { to: "/operator/accounts", name: "Accounts", icon: Users },
  { to: "/operator/unit-requests", name: "Unit requests", icon: HandCoins },
  { to: "/operator/prices", name: "Prices", icon: Tags },
  { to: "/operator/chains", name: "Chains", icon: Network },
  { to: "/operator/protocols", name: "Protocols", icon: Blocks },
  { to: "/operator/messages", name: "Messages", icon: Mail },
];

export function Navigation() {
  const { is_operator: isOperator, docs_url: docsUrl } = useSession();
  return (
    <nav className="nav" aria-label="Pages">
      <Ways ways={OWNER} />
      <ul>
        <li>
          <a href="/explore">
            <Telescope size={18} aria-hidden /> Explorer
          </a>
        </li>
        {docsUrl !== "" && (
          <li>
            <a href={docsUrl}>
              <BookOpen size={18} aria-hidden /> Documentation
            </a>
          </li>
        )}
      </ul>
      {isOperator && (
        <>
          <h2>Operator</h2>
          <Ways ways={OPERATOR} />
        </>
      )}
    </nav>
  );
}

const Ways = ({ ways }: { readonly ways: readonly Way[] }) => (
  <ul>
    {ways.map(({ to, name, icon: Icon }) => (
      <li key={to}>
        <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }}>
          <Icon size={18} aria-hidden /> {name}
        </Link>
      </li>
    ))}
  </ul>
);
