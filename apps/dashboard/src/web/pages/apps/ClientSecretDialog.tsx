import type { ClientWithSecret } from "@portico/contract";
import { SecretDialog } from "../../parts/SecretDialog.tsx";

interface ClientSecretDialogProps {
  readonly title: string;
  readonly made: ClientWithSecret;
  readonly close: () => void;
}

export const ClientSecretDialog = ({ title, made, close }: ClientSecretDialogProps) => (
  <SecretDialog
    title={title}
    values={[
      { name: "Client id", value: made.client.id },
      { name: "Client secret", value: made.client_secret },
    ]}
    close={close}
  />
);
