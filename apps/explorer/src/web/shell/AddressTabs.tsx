import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { Coins, History, Images, LayoutDashboard, type LucideIcon, Layers, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAddress } from "./useAddress.ts";
import { ChainPicker } from "./ChainPicker.tsx";
import { t } from "../languages/t.ts";

interface Tab {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly name: "overview" | "tokens" | "positions" | "nfts" | "history" | "approvals";
  readonly icon: LucideIcon;
}

const TABS: readonly Tab[] = [
  { to: "/address/$address", name: "overview", icon: LayoutDashboard },
  { to: "/address/$address/tokens", name: "tokens", icon: Coins },
  { to: "/address/$address/positions", name: "positions", icon: Layers },
  { to: "/address/$address/nfts", name: "nfts", icon: Images },
  { to: "/address/$address/history", name: "history", icon: History },
  { to: "/address/$address/approvals", name: "approvals", icon: ShieldCheck },
];

/** The tabs of an address, and the selected chain. */
export function AddressTabs() {
  const { address } = useAddress();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const strip = useRef<HTMLElement>(null);
  // a phone shows only a part of the tab bar
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>("[data-status=active]");
    if (open) strip.current?.scrollTo({ left: open.offsetLeft - (strip.current.clientWidth - open.offsetWidth) / 2 });
  }, [path]);
  return (
    <div className="tabs">
      <nav aria-label={t("shell.portfolio")} ref={strip}>
        <ul>
          {TABS.map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ address }}
                activeOptions={{ exact: to === "/address/$address", includeSearch: false }}
              >
                <Icon size={16} aria-hidden /> {t(`shell.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ChainPicker />
    </div>
  );
}
