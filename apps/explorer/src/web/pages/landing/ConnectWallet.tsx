import { Button } from "@portico/ui";
import { initialOf, readAccounts, type Wallet } from "@portico/ui/browser";
import { useNavigate } from "@tanstack/react-router";
import { Wallet as WalletIcon } from "lucide-react";
import { useState } from "react";
import { useWallets } from "../../shell/useWallets.ts";
import { t } from "../../languages/t.ts";

const REFUSED = 4001;

/** Opens the user's own address: only the wallet's accounts are requested. */
export function ConnectWallet() {
  const { wallets, isOver } = useWallets();
  const [problem, setProblem] = useState("");
  const [requested, setRequested] = useState("");
  const navigate = useNavigate();
  const connect = async (wallet: Wallet): Promise<void> => {
    setProblem("");
    setRequested(wallet.id);
    try {
      const [address] = readAccounts(await wallet.provider.request({ method: "eth_requestAccounts" }));
      if (address === undefined) return setProblem(t("landing.noAccount", { wallet: wallet.name }));
      await navigate({ to: "/address/$address", params: { address }, search: {} });
    } catch (error) {
      setProblem(explain(error, wallet.name));
    } finally {
      setRequested("");
    }
  };
  if (wallets.length === 0) return <p className="front-wallets quiet small">{isOver ? t("landing.noWallet") : " "}</p>;
  return (
    <div className="front-wallets">
      <p className="quiet small">
        <WalletIcon size={15} aria-hidden /> {t("landing.orYourOwn")}
      </p>
      <div className="actions">
        {wallets.map((wallet) => (
          <Button
            key={wallet.id}
            isBusy={requested === wallet.id}
            icon={<WalletMark {...wallet} />}
            onClick={() => void connect(wallet)}
          >
            <bdi className="foreign">{wallet.name}</bdi>
          </Button>
        ))}
      </div>
      {problem !== "" && (
        <p className="subject-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const WalletMark = ({ icon, name }: Wallet) =>
  icon === null ? (
    <span aria-hidden>{initialOf(name)}</span>
  ) : (
    <img src={icon} alt="" width={20} height={20} className="wallet-icon" />
  );

const explain = (error: unknown, name: string): string =>
  (error as { code?: unknown } | null)?.code === REFUSED
    ? t("landing.rejected")
    : t("landing.wrongResponse", { wallet: name });
