import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { Coins, History, Images, LayoutDashboard, type LucideIcon, Layers, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAddress } from "./useAddress.ts";
import { ChainPicker } from "./ChainPicker.tsx";

interface Tab {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly name: string;
  readonly icon: LucideIcon;
}

const TABS: readonly Tab[] = [
  { to: "/address/$address", name: "Overview", icon: LayoutDashboard },
  { to: "/address/$address/tokens", name: "Tokens", icon: Coins },
  { to: "/address/$address/positions", name: "Positions", icon: Layers },
  { to: "/address/$address/nfts", name: "NFTs", icon: Images },
  { to: "/address/$address/history", name: "History", icon: History },
  { to: "/address/$address/approvals", name: "Approvals", icon: ShieldCheck },
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
      <nav aria-label="Portfolio" ref={strip}>
        <ul>
          {TABS.map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ address }}
                activeOptions={{ exact: to === "/address/$address", includeSearch: false }}
              >
                <Icon size={16} aria-hidden /> {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ChainPicker />
    </div>
  );
}
