import { PHONE_WALLETS } from "@portico/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../languages/t.ts";

/** Ways to open this page in the browser of a wallet on a phone: links there, a QR code elsewhere. */
export function OpenOnPhone() {
  const page = new URL(location.href);
  // with a mouse the wallet is elsewhere
  const isPhone = matchMedia("(pointer:coarse)").matches;
  return (
    <details className="open-on-phone">
      <summary>{t(isPhone ? "approvals.onThisPhone" : "approvals.onYourPhone")}</summary>
      <p className="hint">{t("approvals.phoneText")}</p>
      {isPhone ? (
        <ul className="actions">
          {PHONE_WALLETS.map(({ name, linkTo }) => (
            <li key={name}>
              <a className="button" href={linkTo(page)} rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <PageCode href={page.href} />
      )}
    </details>
  );
}

/** A page's address as a QR code; the encoder is loaded when somebody needs it. */
function PageCode({ href }: { readonly href: string }) {
  const code = useQuery({
    queryKey: ["qr", href],
    queryFn: async () => (await import("@portico/ui/toQrPath")).toQrPath(href),
  });
  if (code.data === undefined) return null;
  const { size, path } = code.data;
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t("approvals.qrCode")}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
