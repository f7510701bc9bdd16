import { Outlet, useRouterState } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "../api/useSession.ts";
import { Button, Note } from "@portico/ui";
import { AccountSelect } from "./AccountSelect.tsx";
import { Brand } from "./Brand.tsx";
import { Navigation } from "./Navigation.tsx";
import { WhoAmI } from "./WhoAmI.tsx";

/** The layout of every page: the navigation, and the signed-in account. */
export function Shell() {
  const [isOpen, setIsOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setIsOpen(false), [path]);
  const { is_disabled: isDisabled } = useSession();
  return (
    <div className="shell" onKeyDown={(event) => event.key === "Escape" && setIsOpen(false)}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="top">
        <Brand />
        <Button
          look="plain"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="side"
          icon={<Menu size={20} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        />
      </header>
      {isOpen && (
        <button
          type="button"
          className="veil"
          tabIndex={-1}
          aria-label="Close the menu"
          onClick={() => setIsOpen(false)}
        />
      )}
      <aside id="side" className="side" aria-label="Menu" data-open={isOpen}>
        <Brand />
        <AccountSelect />
        <Navigation />
        <WhoAmI />
      </aside>
      <main id="main" className="content" tabIndex={-1}>
        {isDisabled && (
          <Note tone="caution" title="This account is closed">
            <p>Its keys and clients are rejected. Contact the operator of this service.</p>
          </Note>
        )}
        <Outlet />
      </main>
    </div>
  );
}
