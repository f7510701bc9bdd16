import { SecretDialog } from "../../parts/SecretDialog.tsx";

/** Shows what signs the requests to a rule's webhook. */
export const WebhookSecretDialog = ({ secret, close }: { readonly secret: string; readonly close: () => void }) => (
  <SecretDialog title="The webhook's secret" values={[{ name: "Secret", value: secret }]} close={close} />
);
